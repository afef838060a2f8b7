import { referencePattern } from "../../../sql/formats/references.ts";

const ourAccount = referencePattern("va");

/** What Paystack calls the payment of an account that takes one alone: its references have no underscore. */
export function paystackReferenceOf(account: string): string {
  return account.replace("_", "-");
}

/**
 * The reference of the account that a transaction at Paystack paid: its own reference says so where the account takes
 * one payment, else the made-up address of its customer does. Undefined where it is none of ours.
 */
export function paidAccount(transaction: string, customerEmail: string): string | undefined {
  const candidates = [transaction.replace("-", "_"), customerEmail.split("@")[0]!.toLowerCase()];
  return candidates.find((reference) => ourAccount.test(reference));
}
