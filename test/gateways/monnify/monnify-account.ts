import { forgetOldest } from "../../helpers/outside/forget-oldest.ts";
import { noHooks, type ProviderHooks } from "../../helpers/outside/provider-hooks.ts";

/** What Monnify's API answers: a status code and a body. */
export type MonnifyReply = { status: number; body: Record<string, unknown> };
/** `body`: with each number as the text that was sent. `last`: of the path's parts. */
export type MonnifyRequest = { query: URLSearchParams; body: Record<string, unknown>; last: string };

export type MonnifyTransfer = {
  amount: { value: number; currency: string };
  accountNumber: string;
  bankCode: string;
  name: string;
  status: "pending" | "succeeded" | "failed" | "reversed";
  /** How often it was requested. Each time is paid, unless it refuses references that it has. */
  timesSent: number;
  sentAt: number;
};

/** A business at Monnify, as its documentation says that one behaves: what it holds, and what its endpoints do. */
export type MonnifyAccount = ReturnType<typeof createMonnifyAccount>;

const MONNIFY_NAME = "ADAEZE OKAFOR";
const EQUAL_TRANSFERS_MS = 2 * 60 * 1_000;

/** Makes one that has money, and whose transfers succeed at once. It remembers the newest `keep` of them. */
export function createMonnifyAccount(
  { walletNumber }: { walletNumber: string },
  hooks: Pick<ProviderHooks<never, never>, "says" | "made"> = noHooks(),
  keep = Infinity,
) {
  const account = {
    /** In kobo. */
    balance: 100_000_000,
    /** Of one transfer, in naira, as text. */
    fee: "10.00",
    /** Amounts are sent as text, as some of Monnify's responses have them. */
    sendsNumbersAsText: false,
    /** Holders' names by account number, null for one that is not known; MONNIFY_NAME for all others. */
    names: new Map<string, string | null>(),
    /** What becomes of transfers, by account number; all others succeed. */
    outcomes: new Map<string, { status: MonnifyTransfer["status"] }>(),
    /** What it says of transfers to an account number in place of their status. */
    says: new Map<string, string>(),
    /** Whom it says that transfers to an account number go to, in place of whom they were sent to. */
    saysOf: new Map<string, { bank?: string; holder?: string }>(),
    /** How it describes what became of transfers to an account number. */
    describes: new Map<string, unknown>(),
    /** As one says who used it. Until that is tried with a key, the worse is assumed: it pays again. */
    refusesKnownReferences: false,
    /** By reference. */
    transfers: new Map<string, MonnifyTransfer>(),

    validate({ query }: MonnifyRequest): MonnifyReply {
      const number = query.get("accountNumber") ?? "";
      const bankCode = query.get("bankCode") ?? "";
      if (!isAccount(number, bankCode)) return refused(400, "Invalid bank code", "99");
      const accountName = nameOf(number);
      if (account.names.get(number) === null) return refused(404, "Could not find account", "99");
      return ok({ accountNumber: number, accountName, bankCode });
    },

    transfer({ body }: MonnifyRequest): MonnifyReply {
      const { amount, reference, narration, currency, sourceAccountNumber } = body;
      const { destinationBankCode: bankCode, destinationAccountNumber: accountNumber } = body;
      const texts = [reference, narration];
      if (!texts.every((text) => typeof text === "string" && text !== ""))
        return refused(400, "A field is missing", "99");
      if (typeof amount !== "string" || !/^\d+\.\d\d$/.test(amount) || currency !== "NGN")
        return refused(400, "Invalid amount", "99");
      if (!isAccount(accountNumber, bankCode)) return refused(400, "Invalid account", "99");
      if (sourceAccountNumber !== walletNumber) return refused(404, "No such wallet", "99");
      const value = Number(amount.replace(".", ""));
      const earlier = account.transfers.get(String(reference));
      if (earlier !== undefined) {
        if (account.refusesKnownReferences) return refused(422, "Duplicate reference", "D05");
        earlier.timesSent += 1;
        account.balance -= value;
        return ok(describe(String(reference), earlier));
      }
      const isEqual = (other: MonnifyTransfer) =>
        other.accountNumber === accountNumber &&
        other.amount.value === value &&
        Date.now() - other.sentAt < EQUAL_TRANSFERS_MS;
      if ([...account.transfers.values()].some(isEqual)) return refused(422, "Duplicate request", "D07");
      if (value > account.balance) return refused(422, "Insufficient balance", "D04");
      account.balance -= value;
      const made: MonnifyTransfer = {
        amount: { value, currency },
        accountNumber: String(accountNumber),
        bankCode: String(bankCode),
        name: nameOf(accountNumber),
        timesSent: 1,
        sentAt: Date.now(),
        status: "succeeded",
        ...account.outcomes.get(String(accountNumber)),
      };
      account.transfers.set(String(reference), made);
      forgetOldest(account.transfers, keep);
      hooks.made(String(reference));
      return ok(describe(String(reference), made));
    },

    summary({ query }: MonnifyRequest): MonnifyReply {
      const reference = query.get("reference") ?? "";
      const transfer = account.transfers.get(reference);
      if (transfer === undefined) return notFound;
      return ok({
        ...describe(reference, transfer),
        currency: transfer.amount.currency,
        fee: number(account.fee),
        twoFaEnabled: false,
        sourceAccountNumber: walletNumber,
        transactionReference: `MFDS${reference}`,
        createdOn: "2022-07-31T14:35:01.000+0000",
      });
    },

    walletBalance({ query }: MonnifyRequest): MonnifyReply {
      if (query.get("accountNumber") !== walletNumber) return refused(404, "No such wallet", "99");
      const balance = number((account.balance / 100).toFixed(2));
      return ok({ availableBalance: balance, ledgerBalance: balance });
    },
  };

  function nameOf(accountNumber: unknown): string {
    return account.names.get(String(accountNumber)) ?? MONNIFY_NAME;
  }

  function describe(reference: string, transfer: MonnifyTransfer): Record<string, unknown> {
    const { amount, accountNumber, bankCode, name } = transfer;
    const status = hooks.says(reference, transfer.status);
    const word = { pending: "PENDING", succeeded: "SUCCESS", failed: "FAILED", reversed: "REVERSED" }[status];
    return {
      reference,
      amount: number((amount.value / 100).toFixed(2)),
      status: account.says.get(accountNumber) ?? word,
      transactionDescription: account.describes.has(accountNumber)
        ? account.describes.get(accountNumber)
        : "Approved or completed successfully",
      dateCreated: "2022-07-31T14:35:01.000+0000",
      totalFee: number(account.fee),
      destinationAccountNumber: accountNumber,
      destinationAccountName: account.saysOf.get(accountNumber)?.holder ?? name,
      destinationBankCode: account.saysOf.get(accountNumber)?.bank ?? bankCode,
      destinationBankName: "Some Bank",
      sessionId: "090405221103151339936348270655",
    };
  }

  const number = (text: string): unknown => (account.sendsNumbersAsText ? text : JSON.rawJSON(text));

  return account;
}

/** Monnify's own codes have three digits, or five. */
function isAccount(accountNumber: unknown, bankCode: unknown): boolean {
  return (
    typeof accountNumber === "string" &&
    typeof bankCode === "string" &&
    /^\d{10}$/.test(accountNumber) &&
    /^(\d{3}|\d{5})$/.test(bankCode)
  );
}

export function ok(responseBody: Record<string, unknown>): MonnifyReply {
  const body = { requestSuccessful: true, responseMessage: "success", responseCode: "0", responseBody };
  return { status: 200, body };
}

export function refused(status: number, responseMessage: string, responseCode: string): MonnifyReply {
  return { status, body: { requestSuccessful: false, responseMessage, responseCode } };
}

export const notFound: MonnifyReply = refused(404, "Could not find transaction with reference", "99");
