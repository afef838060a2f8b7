import { referencePattern } from "../../../sql/formats/references.ts";

const ourAccount = referencePattern("va");

/** Paystack's reference for the payment of a one-time account: it allows no underscore. */
export function paystackReferenceOf(account: string): string {
  return account.replace("_", "-");
}

/**
 * The reference of the account that a Paystack transaction paid: from its own reference for a one-time account, else
 * from its customer's made-up address. Undefined if it is not one of ours.
 */
export function paidAccount(transaction: string, customerEmail: string): string | undefined {
  const candidates = [transaction.replace("-", "_"), customerEmail.split("@")[0]!.toLowerCase()];
  return candidates.find((reference) => ourAccount.test(reference));
}
