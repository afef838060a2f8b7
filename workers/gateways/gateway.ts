import type { CryptoChain, CryptoToken } from "../../sql/collections/chains.ts";
import type { IdentityType } from "../../sql/identity/identity-record.ts";
import type { PayoutPurpose } from "../../sql/payouts/payout-json.ts";
import type { NotSentReason } from "../../sql/payouts/not-sent-reasons.ts";
import type { GatewayName } from "./manifest/manifests.ts";
import type { CreditCase, ProviderCredit, TakenBack } from "../../sql/gateways/credit-notices.ts";
import type { ProviderBalance } from "../../sql/floats/floats.ts";
import type { ProvisionedAccount } from "../../sql/collections/virtual-accounts/virtual-accounts.ts";

/**
 * What a payment provider offers, and every result. A missing member is not offered.
 *
 * `unknown` is a result: a timeout, a reset connection, a 5xx or a malformed response doesn't tell what happened. It is
 * never treated as a refusal, because a payout that is wrongly considered failed is paid twice.
 */
export type Gateway = {
  /** Its name in `LIVE_GATEWAYS`. */
  kind: "sandbox" | GatewayName;
  /**
   * True if the provider carries out a reference once, however often it is sent. Only then may a transfer be sent again
   * after "not found": elsewhere the first one may still be in progress.
   */
  dedupesByReference: boolean;
  /**
   * How long, in milliseconds, the provider must have reported only "not found" before that counts: it may not find a
   * transfer right after accepting it.
   */
  notFoundCountsAfterMs: number;
  /** Resolves an account's name. `not_found` is the provider's answer about the account, and nothing else. */
  enquireName(account: AccountNumber, signal: AbortSignal): Promise<NameResult>;
  /** Provisions an account that a payer can transfer to. The same reference gives the same account. */
  provisionAccount?(request: AccountRequest, signal: AbortSignal): Promise<AccountResult>;
  /** Polls a transaction that the provider named: its recipient and amount. */
  findCredit?(transaction: string, signal: AbortSignal): Promise<CreditResult>;
  /** Polls a refund or dispute that the provider named. `not_found`: it has none of that transaction. */
  findCase?(request: CreditCase, signal: AbortSignal): Promise<CaseResult>;
  /** Lists an account's incoming transactions, a page at a time. */
  listCredits?(account: ListedAccount, signal: AbortSignal): Promise<CreditsResult>;
  /** Sends money. `reference` is the payout's own, the same at every attempt. */
  sendTransfer(transfer: Transfer, signal: AbortSignal): Promise<SendResult>;
  /** Polls a transfer. */
  findTransfer(transfer: SentTransfer, signal: AbortSignal): Promise<TransferStatusResult>;
  /** Looks up the current record of a national identifier. `reference` is ours for the person, always the same. */
  lookUpIdentity?(request: IdentityRequest, signal: AbortSignal): Promise<IdentityResult>;
  /** Provisions an address that a payer can send a token to. The same reference gives the same address. */
  provisionCryptoAddress?(request: CryptoAddressRequest, signal: AbortSignal): Promise<CryptoAddressResult>;
  /** Polls the balance that is available for payouts. */
  findBalances?(signal: AbortSignal): Promise<BalancesResult>;
};

export type Operation = Exclude<keyof Gateway, "kind" | "dedupesByReference" | "notFoundCountsAfterMs">;

/** A gateway that offers an operation. */
export type Offering<Offered extends Operation> = Gateway & Required<Pick<Gateway, Offered>>;

/** A provider of identity records, and of nothing else. */
export type IdentityGateway = Required<Pick<Gateway, "lookUpIdentity">>;

/**
 * A bank may return money that it accepted, mostly within a day, so a success is confirmed once more; and so is a
 * failure, since a provider may pay it later without reporting that. Twenty hours and not 24: if the provider is down
 * then, there is time for retries, which end 24 h after the transfer was sent.
 */
export const CONFIRM_AGAIN_AFTER_MS = 20 * 60 * 60 * 1_000;

type AccountNumber = { bankCode: string; accountNumber: string };

export type AccountRequest = {
  reference: string;
  merchantName: string;
  /** When it was requested, by the database's clock: a worker's may be wrong. Lifetimes count from then. */
  requestedAt: Date;
  expiresAt: Date;
  /** The amount to pay, in minor units of the currency. An account may accept no other. */
  amount: bigint;
  currency: string;
};

/**
 * What a provider's accounts for payers need. `bankOf`: our code for the provider's bank; null if unknown. `host`: of
 * payers' made-up addresses, since providers require one, and get no real one.
 */
export type PayerSide = { bankOf: (code: string) => Promise<string | null>; host: string };

/** `providerAccount`: the gateway's name for it, from when it was opened. `page`: null for the first. */
type ListedAccount = {
  reference: string;
  providerAccount: string;
  isOneTime: boolean;
  page: string | null;
};

type Transfer = {
  reference: string;
  /** In minor units of the currency. */
  amount: bigint;
  currency: string;
  bankCode: string;
  accountNumber: string;
  accountName: string;
  narration: string | null;
  /** What the payout is for: for gateways that take it. */
  purpose?: PayoutPurpose;
};

/** The reference of a transfer, and the money that must have moved under it. */
export type TransferMoney = Pick<Transfer, "reference" | "amount" | "currency">;

/** A transfer that was sent, or may have been. `status`: of its payout, on our record. */
export type SentTransfer = TransferMoney & { status: "processing" | "succeeded" | "failed" | "reversed" };

/** `phone`: of the check that caused the lookup. Only the sandbox uses it; a provider gets only the identifier. */
type IdentityRequest = { reference: string; type: IdentityType; identifier: string; phone: string };

type CryptoAddressRequest = { reference: string; chain: CryptoChain; token: CryptoToken };

/** What needs a person. It is logged for operators. */
type ForOperator =
  | "ACCOUNT_REFUSED"
  | "BANK_CODE_REFUSED"
  | "CREDIT_REVERSED"
  | "CREDIT_STATUS_UNKNOWN"
  | "IDENTITY_LOOKUPS_REFUSED"
  | "IDENTITY_STATUS_UNKNOWN"
  | "NAME_ENQUIRY_REFUSED"
  | "TRANSFER_NEEDS_APPROVAL"
  | "TRANSFER_NEEDS_OTP"
  | "TRANSFER_REFUSED"
  | "TRANSFER_STATUS_UNKNOWN";

/**
 * Why a gateway is not called: its breaker is open, its concurrency limit is reached, or the provider asked us to wait.
 */
export type NotCalledReason = "breaker_open" | "busy" | "paused";

/**
 * `reason` is logged. It holds no value that was sent or received, except the provider's codes. `notSent`: this very
 * request had no effect, and why. `neverLeft`: because not a byte of it reached the provider. `notCalled`: because we
 * did not call it. `refusesUs`: the provider accepts no key or address of ours. `retryAfterMs`: how long it asks us to
 * wait (429). `misfits`: which members of a response do not fit, by our names. `isTooLong`: the response was longer
 * than any that fits.
 */
export type Unknown = {
  kind: "unknown";
  reason: string;
  forOperator?: ForOperator;
  refusesUs?: true;
  notSent?: NotSentReason;
  neverLeft?: true;
  notCalled?: NotCalledReason;
  retryAfterMs?: number;
  misfits?: string[];
  isTooLong?: true;
};
/** No request was made, so nothing new is at the provider, and what it has is unknown. */
export type NotCalled = Unknown & { notCalled: NotCalledReason; notSent: NotSentReason; neverLeft: true };
/** `countsInMs`: reported for this long, it means that the provider does not have it. */
export type NotFound = { kind: "not_found"; countsInMs?: number };
/** The provider does not reach the bank, or doesn't know our code for it: this tells nothing about the account. */
type NotReached = { kind: "not_reached"; reason: string; forOperator?: ForOperator };
/**
 * `confirmAgainAfterMs`: the result may still change; poll once more after that many milliseconds. `notSent`: the
 * transfer failed for a reason of the gateway's, such as our empty wallet there: another one may send it.
 */
export type Failed = {
  kind: "failed";
  code: string;
  message: string;
  confirmAgainAfterMs?: number;
  notSent?: NotSentReason;
  reason?: string;
  forOperator?: ForOperator;
};
type Succeeded = { kind: "succeeded"; confirmAgainAfterMs?: number };

export type NameResult = { kind: "resolved"; accountName: string } | NotFound | NotReached | Unknown;

export type AccountResult = ({ kind: "provisioned" } & ProvisionedAccount) | Unknown;

/** `no_money`: none came, and none will under this id. */
export type CreditResult = ProviderCredit | { kind: "no_money" } | Pending | NotFound | Unknown;

/** `no_money`: it failed, and the money stays. */
export type CaseResult = TakenBack | { kind: "no_money" } | NotFound | Unknown;

/** The provider's transaction ids; `nextPage`: where the rest begins. */
type CreditsResult = { kind: "listed"; transactions: string[]; nextPage: string | undefined } | Unknown;

type Pending = { kind: "pending"; forOperator?: ForOperator };

/**
 * The recipient that the provider reports, beside the account's number. It is compared with the payout's
 * (compareDestination). `bank`: a code of the provider's or of the interbank switch.
 */
export type Destination = { bank?: string | undefined; holder?: string | undefined };

export type TransferResult = (Succeeded | Failed | { kind: "reversed" } | Pending | Unknown) & {
  destination?: Destination;
};

/** The provider did not accept this very request. Earlier ones under the same reference are not affected. */
type Refused = Pick<Failed, "code" | "message"> & { kind: "refused" };

/**
 * This very request moved no money and never will, by the provider's own documentation, or because it was never sent.
 * The transfer itself is fine: another gateway may send it. Earlier requests under the same reference are not affected.
 * Without `neverLeft` the provider got it, and is polled whether it has it nevertheless. `tooSoon`: it had an equal one
 * a moment ago, which is no fault of the provider.
 */
export type NotSent = {
  kind: "not_sent";
  notSent: NotSentReason;
  reason: string;
  forOperator?: ForOperator;
  refusesUs?: true;
  neverLeft?: true;
  notCalled?: NotCalledReason;
  retryAfterMs?: number;
  destination?: Destination;
  tooSoon?: true;
};

export type SendResult = TransferResult | Refused | NotSent;

export type TransferStatusResult = TransferResult | NotFound;

export type IdentityResult = { kind: "found"; name?: string; phones: string[] } | NotFound | Unknown;

type CryptoAddressResult = { kind: "provisioned"; address: string } | Unknown;

/** The balance in each currency that the provider lists, in minor units. `not_found`: it reports none. */
export type BalancesResult = { kind: "balances"; balances: ProviderBalance[] } | NotFound | Unknown;

export type GatewayResult =
  | NameResult
  | AccountResult
  | CreditResult
  | CaseResult
  | CreditsResult
  | SendResult
  | TransferStatusResult
  | IdentityResult
  | CryptoAddressResult
  | BalancesResult;

const NO_CODE = "no code of the bank";

/** The provider doesn't reach the bank: we know no code of it there, so no request is made. */
export const bankNotReached = {
  name: { kind: "not_reached", reason: NO_CODE },
  transfer: { kind: "not_sent", notSent: "bank_unreachable", neverLeft: true, reason: NO_CODE },
} as const satisfies { name: NameResult; transfer: NotSent };

/** What an unknown response to the sending request means. */
export function sendResult({ notSent, ...unknown }: Unknown): Unknown | NotSent {
  return notSent === undefined ? unknown : { ...unknown, kind: "not_sent", notSent };
}
