import type { Fitting } from "./fit.ts";
import type { CreditCase } from "../../sql/gateways/credit-notices.ts";
import type { AccountRequest, AccountResult, CaseResult, CreditResult, Gateway, Unknown } from "./gateway.ts";

export type Collections = Pick<Gateway, "provisionAccount" | "findCredit" | "findCase" | "listCredits">;

/** The provider refused the request, in its own response format. */
type Refusal = { kind: "refusal"; status: number; code: string };
type Answer<Body> = Fitting<Body> | Refusal | Unknown;

/** A page that fits in a response of LIST_LIMIT, whatever each transaction carries. */
const PAGE = 20;

/** The operations that differ by provider. */
type Provider<Payment> = {
  /** Opens an account; undefined: it opens none, but existing ones can be polled. */
  openAccount: ((request: AccountRequest, signal: AbortSignal) => Promise<AccountResult>) | undefined;
  /** Reads a transaction by the provider's id. */
  findPayment(transaction: string, signal: AbortSignal): Promise<Answer<Payment>>;
  creditOf(payment: Payment): CreditResult;
  /** Reads what became of a refund or dispute. */
  findCase(request: CreditCase, signal: AbortSignal): Promise<Answer<CaseResult>>;
  /** Reads a page of the provider's ids of transactions that came in to a permanent account. */
  listPayments(
    providerAccount: string,
    range: { page: string; size: string },
    signal: AbortSignal,
  ): Promise<Answer<string[]>>;
  /** The provider's name for the first page. */
  firstPage: number;
};

/**
 * The operations for incoming money, at a provider that has an id for each transaction: opens accounts, reports a
 * transaction's status, and lists an account's transactions.
 */
export function createCollections<Payment>(provider: Provider<Payment>): Collections {
  const { openAccount, findPayment, creditOf, findCase, listPayments, firstPage } = provider;
  return {
    ...(openAccount !== undefined && { provisionAccount: openAccount }),

    findCredit: async (transaction, signal) => resultOf(await findPayment(transaction, signal), creditOf),
    findCase: async (request, signal) => resultOf(await findCase(request, signal), (found) => found),

    async listCredits({ providerAccount, isOneTime, page }, signal) {
      if (isOneTime) {
        const answer = await findPayment(providerAccount, signal);
        if (answer.kind !== "ok") return noResult(answer);
        const { kind } = creditOf(answer.body);
        const transactions = kind === "pending" || kind === "no_money" ? [] : [providerAccount];
        return { kind: "listed", transactions, nextPage: undefined };
      }
      const range = { page: page ?? String(firstPage), size: String(PAGE) };
      const answer = await listPayments(providerAccount, range, signal);
      if (answer.kind !== "ok") return noResult(answer);
      const nextPage = answer.body.length < PAGE ? undefined : String(Number(range.page) + 1);
      return { kind: "listed", transactions: answer.body, nextPage };
    },
  };
}

export const unknownBank: Unknown = {
  kind: "unknown",
  reason: "an account at a bank that we have no code of",
  forOperator: "ACCOUNT_REFUSED",
};

/**
 * No account was opened. If the provider refused, it refuses every account until a person acts: the contract, the
 * settings, or what the provider allows.
 */
export function noAccount(answer: Refusal | Unknown): Unknown {
  return answer.kind === "refusal" ? { ...noResult(answer), forOperator: "ACCOUNT_REFUSED" } : answer;
}

function resultOf<Body, Result>(answer: Answer<Body>, read: (body: Body) => Result) {
  if (answer.kind === "ok") return read(answer.body);
  return isUnknown(answer) ? { kind: "not_found" as const } : noResult(answer);
}

/** Paystack has been seen to use 400 for this too. R7 is Monnify's code for a refund that it does not have. */
function isUnknown(answer: Refusal | Unknown): boolean {
  return (
    answer.kind === "refusal" &&
    (answer.status === 404 || answer.code === "transaction_not_found" || answer.code === "R7")
  );
}

function noResult(answer: Refusal | Unknown): Unknown {
  if (answer.kind === "unknown") return answer;
  const { status, code } = answer;
  return { kind: "unknown", reason: `status ${status}, ${code}`, forOperator: "CREDIT_STATUS_UNKNOWN" };
}
