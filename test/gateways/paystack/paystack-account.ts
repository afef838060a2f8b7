import { forgetOldest } from "../../helpers/outside/forget-oldest.ts";
import { noHooks, type ProviderHooks } from "../../helpers/outside/provider-hooks.ts";

/** What Paystack's API answers: a status code and a body. */
export type PaystackReply = { status: number; body: Record<string, unknown> };
export type PaystackRequest = { query: URLSearchParams; body: Record<string, unknown>; reference: string };

type Recipient = { code: string; id: number; accountNumber: string; bankCode: string; name: string };

export type PaystackTransfer = {
  id: number;
  amount: { value: number; currency: string };
  recipient: Recipient;
  status: "pending" | "succeeded" | "failed" | "reversed";
  /** How often it was requested; the first is carried out. */
  timesSent: number;
};

/** A business at Paystack, as its documentation says that one behaves: what it holds, and what its endpoints do. */
export type PaystackAccount = ReturnType<typeof createPaystackAccount>;

const PAYSTACK_NAME = "ADAEZE OKAFOR";

/** Makes one that has money, and whose transfers succeed at once. It remembers the newest `keep` of each thing. */
export function createPaystackAccount(
  hooks: Pick<ProviderHooks<never, never>, "says" | "made"> = noHooks(),
  keep = Infinity,
) {
  const recipients = new Map<string, Recipient>();
  let made = 0;
  const account = {
    /** In kobo. */
    balance: 100_000_000,
    /** Of one transfer, in kobo. */
    fee: 1_000,
    /** Amounts are sent as text, as some of Paystack's responses have them. */
    sendsNumbersAsText: false,
    /** A balance that is too low has a code. Earlier it had words alone. */
    sendsCodes: true,
    /** Holders' names by account number, null for one that is not known; PAYSTACK_NAME for all others. */
    names: new Map<string, string | null>(),
    /** What becomes of transfers, by account number; all others succeed. */
    outcomes: new Map<string, { status: PaystackTransfer["status"] }>(),
    /** What it says of transfers to an account number in place of their status. */
    says: new Map<string, string>(),
    /** Whom it says that transfers to an account number go to, in place of whom they were sent to. */
    saysOf: new Map<string, { bank?: string; holder?: string }>(),
    /** Accounts that can be no recipients, and those whose recipients no transfer may go to. */
    refusedRecipients: new Set<string>(),
    watched: new Set<string>(),
    /** By reference. */
    transfers: new Map<string, PaystackTransfer>(),

    resolve({ query }: PaystackRequest): PaystackReply {
      const [number, bank] = [query.get("account_number") ?? "", query.get("bank_code") ?? ""];
      if (!isAccount(number, bank)) return refused(422, `Unknown bank code: ${bank}`, "invalid_params");
      const name = account.names.get(number) ?? PAYSTACK_NAME;
      if (account.names.get(number) === null)
        return refused(
          ...([
            422,
            "Could not resolve account name. Check parameters or try again.",
            "invalid_bank_code",
          ] as const),
        );
      return ok("Account number resolved", { account_number: number, account_name: name, bank_id: 9 });
    },

    createRecipient({ body }: PaystackRequest): PaystackReply {
      const { type, name, account_number: number, bank_code: bank, currency } = body;
      if (type !== "nuban" || currency !== "NGN" || typeof name !== "string" || !isAccount(number, bank))
        return refused(400, "Invalid recipient", "invalid_params");
      if (account.refusedRecipients.has(String(number)))
        return refused(400, "Account number is invalid", "invalid_account_number");
      const key = `${String(bank)} ${String(number)}`;
      const known = recipients.get(key);
      const recipient = known ?? {
        code: `RCP_${(made += 1)}of${key.length}`,
        id: 9_000 + made,
        name,
        accountNumber: String(number),
        bankCode: String(bank),
      };
      recipients.set(key, recipient);
      forgetOldest(recipients, keep);
      const { code, id } = recipient;
      return {
        status: known === undefined ? 201 : 200,
        body: {
          status: true,
          message: "Transfer recipient created successfully",
          data: {
            active: true,
            currency: "NGN",
            domain: "live",
            id,
            name,
            recipient_code: code,
            type,
            createdAt: new Date(0).toISOString(),
            is_deleted: false,
            details: detailsOf(recipient, account.saysOf.get(recipient.accountNumber)),
          },
        },
      };
    },

    transfer({ body }: PaystackRequest): PaystackReply {
      const { source, amount, recipient: code, reference, currency } = body;
      const recipient = [...recipients.values()].find((known) => known.code === code);
      if (recipient === undefined || account.watched.has(recipient.accountNumber))
        return refused(400, "Recipient specified is invalid", "invalid_transfer_recipient");
      if (source !== "balance" || currency !== "NGN" || !Number.isInteger(amount) || Number(amount) <= 0)
        return refused(400, "Invalid amount", "invalid_params");
      if (!/^[a-z0-9_-]{16,50}$/.test(String(reference)))
        return refused(400, "Invalid transfer reference", "invalid_transfer_reference");
      const earlier = account.transfers.get(String(reference));
      if (earlier !== undefined) {
        earlier.timesSent += 1;
        return refused(400, "Reference already exists on a transfer", "duplicate_transfer_reference");
      }
      if (Number(amount) > account.balance)
        return refused(
          ...([400, "Your balance is not enough to fulfil this request"] as const),
          account.sendsCodes ? "insufficient_balance" : undefined,
        );
      account.balance -= Number(amount);
      const transfer: PaystackTransfer = {
        id: 500_000 + (made += 1),
        amount: { value: Number(amount), currency: "NGN" },
        recipient,
        timesSent: 1,
        status: "succeeded",
        ...account.outcomes.get(recipient.accountNumber),
      };
      account.transfers.set(String(reference), transfer);
      forgetOldest(account.transfers, keep);
      hooks.made(String(reference));
      return ok("Transfer has been queued", {
        ...describe(String(reference), transfer),
        recipient: recipient.id,
      });
    },

    verify({ reference }: PaystackRequest): PaystackReply {
      const transfer = account.transfers.get(reference);
      return transfer === undefined ? notFound : ok("Transfer retrieved", describe(reference, transfer));
    },

    listBalances(): PaystackReply {
      const balance = account.sendsNumbersAsText ? `${account.balance}` : account.balance;
      return ok("Balances retrieved", [{ currency: "NGN", balance }]);
    },
  };

  function describe(reference: string, transfer: PaystackTransfer): Record<string, unknown> {
    const { id, amount, recipient } = transfer;
    const status = hooks.says(reference, transfer.status);
    const word = status === "succeeded" ? "success" : status;
    return {
      id,
      reference,
      transfer_code: `TRF_${id}`,
      currency: amount.currency,
      source: "balance",
      amount: account.sendsNumbersAsText ? `${amount.value}` : amount.value,
      status: account.says.get(recipient.accountNumber) ?? word,
      failures: null,
      gateway_response: "Approved by NIBSS",
      fee_charged: account.fee,
      domain: "live",
      session: { provider: "nip", id: `1000${id}` },
      createdAt: new Date(0).toISOString(),
      recipient: {
        recipient_code: recipient.code,
        details: detailsOf(recipient, account.saysOf.get(recipient.accountNumber)),
      },
    };
  }

  return account;
}

/** Paystack's codes of these two banks are 00103 and 000304. */
const unknownBanks = ["103", "304"];

function isAccount(number: unknown, bank: unknown): boolean {
  return (
    typeof number === "string" &&
    typeof bank === "string" &&
    /^\d{10}$/.test(number) &&
    /^[0-9A-Z]{3,8}$/.test(bank) &&
    !unknownBanks.includes(bank)
  );
}

function detailsOf(
  { accountNumber, bankCode, name }: Recipient,
  says: { bank?: string; holder?: string } = {},
): Record<string, unknown> {
  return {
    account_number: accountNumber,
    account_name: says.holder ?? name,
    bank_code: says.bank ?? bankCode,
    bank_name: "Some Bank",
    authorization_code: null,
  };
}

function ok(message: string, data: Record<string, unknown> | Record<string, unknown>[]): PaystackReply {
  return { status: 200, body: { status: true, message, data } };
}

export function refused(status: number, message: string, code?: string): PaystackReply {
  const meta = { nextStep: "Read the documentation" };
  return { status, body: { status: false, message, meta, type: "validation_error", code } };
}

export const notFound: PaystackReply = {
  status: 404,
  body: { status: false, message: "Transfer not found" },
};
