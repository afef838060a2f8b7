/** What Flutterwave's API answers: a status code and a body. */
export type FlutterwaveReply = { status: number; body: Record<string, unknown> };
/** `body`: with each number as the text that was sent. */
export type FlutterwaveRequest = { query: URLSearchParams; body: Record<string, unknown> };

export type FlutterwaveTransfer = {
  id: number;
  amount: { value: number; currency: string };
  accountNumber: string;
  bankCode: string;
  name: string;
  status: "pending" | "succeeded" | "failed" | "reversed";
  /** How often it was requested. No document says that a second time is refused: each is paid. */
  timesSent: number;
};

/** A business at Flutterwave, as its documentation says that one behaves: what it holds, and what its endpoints do. */
export type FlutterwaveAccount = ReturnType<typeof createFlutterwaveAccount>;

const FLUTTERWAVE_NAME = "ADAEZE OKAFOR";

/** Makes one that has money, and whose transfers succeed at once: its documents say NEW, and the end in a notice. */
export function createFlutterwaveAccount() {
  const account = {
    /** In kobo. */
    balance: 100_000_000,
    /** Of one transfer, in naira, as text. */
    fee: "10.75",
    /** Amounts are sent as text, as some of Flutterwave's responses have them. */
    sendsNumbersAsText: false,
    /** Holders' names by account number, null for one that is not known; FLUTTERWAVE_NAME for all others. */
    names: new Map<string, string | null>(),
    /** What becomes of transfers, by account number; all others succeed. */
    outcomes: new Map<string, { status: FlutterwaveTransfer["status"] }>(),
    /** What it says of transfers to an account number in place of their status. */
    says: new Map<string, string>(),
    /** Its `complete_message` of transfers to an account number. */
    describes: new Map<string, unknown>(),
    /** Whom it says that transfers to an account number go to, in place of whom they were sent to. */
    saysOf: new Map<string, { bank?: string; holder?: string }>(),
    /** Accounts that it pays nothing to. */
    blacklist: new Set<string>(),
    /** Whether somebody at the business has to approve each transfer. */
    asksApproval: false,
    /** By reference. */
    transfers: new Map<string, FlutterwaveTransfer>(),

    resolve({ body }: FlutterwaveRequest): FlutterwaveReply {
      const { account_number: number, account_bank: bank } = body;
      if (!isAccount(number, bank) || account.names.get(number) === null)
        return refused(400, "Sorry, recipient account could not be validated. Please try again");
      const name = account.names.get(number) ?? FLUTTERWAVE_NAME;
      return ok("Account details fetched", { account_number: number, account_name: name });
    },

    transfer({ body }: FlutterwaveRequest): FlutterwaveReply {
      const { amount, reference, currency, debit_currency: debit, beneficiary_name: name } = body;
      const { account_bank: bankCode, account_number: accountNumber } = body;
      if (typeof amount !== "string" || !/^\d+\.\d\d$/.test(amount) || currency !== "NGN" || debit !== "NGN")
        return refused(400, "amount is invalid");
      if (typeof reference !== "string" || reference === "") return refused(400, "reference is invalid");
      if (!isAccount(accountNumber, bankCode)) return refused(400, "account_bank is invalid");
      if (account.blacklist.has(accountNumber))
        return refused(400, "Payout was made to a blacklisted account number");
      const value = Number(amount.replace(".", ""));
      const earlier = account.transfers.get(reference);
      if (earlier === undefined && value > account.balance)
        return refused(400, "The balance is not enough for this transfer");
      account.balance -= value;
      if (earlier !== undefined) earlier.timesSent += 1;
      const made: FlutterwaveTransfer = earlier ?? {
        id: 26_250 + account.transfers.size,
        amount: { value, currency },
        accountNumber,
        bankCode: String(bankCode),
        name: String(name),
        timesSent: 1,
        status: "succeeded",
        ...account.outcomes.get(accountNumber),
      };
      account.transfers.set(reference, made);
      return ok("Transfer Queued Successfully", describe(reference, made));
    },

    wallet(): FlutterwaveReply {
      const balance = number((account.balance / 100).toFixed(2));
      return ok("Wallet balance fetched", {
        currency: "NGN",
        available_balance: balance,
        ledger_balance: balance,
      });
    },

    list({ query }: FlutterwaveRequest): FlutterwaveReply {
      const reference = query.get("reference") ?? "";
      const found = account.transfers.get(reference);
      return listed(found === undefined ? [] : [describe(reference, found)]);
    },
  };

  function describe(reference: string, transfer: FlutterwaveTransfer): Record<string, unknown> {
    const { id, amount, accountNumber, bankCode, name, status } = transfer;
    // No document of version 3 has a word for money that came back.
    const words = { pending: "PENDING", succeeded: "SUCCESSFUL", failed: "FAILED", reversed: "REVERSED" };
    return {
      id,
      account_number: accountNumber,
      bank_name: "SOME BANK",
      bank_code: account.saysOf.get(accountNumber)?.bank ?? bankCode,
      full_name: account.saysOf.get(accountNumber)?.holder ?? name,
      created_at: "2020-04-14T16:39:17.000Z",
      currency: amount.currency,
      debit_currency: "NGN",
      amount: number((amount.value / 100).toFixed(2)),
      fee: number(account.fee),
      reference,
      status: account.says.get(accountNumber) ?? words[status],
      narration: "books",
      complete_message: "Approved by NIBSS",
      meta: null,
      ...(account.describes.has(accountNumber) && { complete_message: account.describes.get(accountNumber) }),
      requires_approval: account.asksApproval ? 1 : 0,
      is_approved: account.asksApproval ? 0 : 1,
    };
  }

  const number = (text: string): unknown => (account.sendsNumbersAsText ? text : JSON.rawJSON(text));

  return account;
}

/** Flutterwave's own codes have three digits, or the six of NIP. */
function isAccount(accountNumber: unknown, bankCode: unknown): accountNumber is string {
  return (
    typeof accountNumber === "string" &&
    typeof bankCode === "string" &&
    /^\d{10}$/.test(accountNumber) &&
    /^(\d{3}|\d{6})$/.test(bankCode)
  );
}

function ok(message: string, data: Record<string, unknown>): FlutterwaveReply {
  return { status: 200, body: { status: "success", message, data } };
}

export function listed(data: Record<string, unknown>[]): FlutterwaveReply {
  const meta = { page_info: { total: data.length, current_page: 1, total_pages: 1 } };
  return { status: 200, body: { status: "success", message: "Transfers fetched", meta, data } };
}

export function refused(status: number, message: string): FlutterwaveReply {
  return { status, body: { status: "error", message, data: null } };
}
