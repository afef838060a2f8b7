import type { CryptoChain, CryptoToken } from "../../sql/collections/chains.ts";
import type { IdentityType } from "../../sql/identity/identity-record.ts";
import type { NotSentReason } from "../../sql/payouts/not-sent-reasons.ts";
import type { GatewayName } from "./manifest/manifests.ts";
import type { ProviderCredit } from "../../sql/gateways/credit-notices.ts";
import type { ProviderBalance } from "../../sql/floats/floats.ts";
import type { ProvisionedAccount } from "../../sql/collections/virtual-accounts/virtual-accounts.ts";

/**
 * What a payment provider can do for us, and every result it can have. A member that is missing is not offered.
 *
 * `unknown` is a result: a timeout, a reset connection, a 5xx or a response that makes no sense says nothing about what
 * happened. It is never read as a refusal, because a payout that is wrongly taken for failed is paid twice.
 */
export type Gateway = {
  /** As `LIVE_GATEWAYS` names it. */
  kind: "sandbox" | GatewayName;
  /**
   * True when the provider carries out a reference once, however often it is sent. Only then may a transfer be sent
   * again after "not found": elsewhere the first one may still be on its way.
   */
  dedupesByReference: boolean;
  /**
   * How long the provider must have said nothing but "not found" of a transfer, in milliseconds, before that counts: it
   * may know one later than it took it.
   */
  notFoundCountsAfterMs: number;
  /** Asks whose account this is. `not_found` is what the provider says about the account, and nothing else. */
  enquireName(account: AccountNumber, signal: AbortSignal): Promise<NameResult>;
  /** Provisions an account that a payer can transfer to. The same reference gives the same account. */
  provisionAccount?(request: AccountRequest, signal: AbortSignal): Promise<AccountResult>;
  /** Asks what became of a transaction that the provider named: whom it paid, and how much. */
  findCredit?(transaction: string, signal: AbortSignal): Promise<CreditResult>;
  /** Asks which transactions came in to an account, a page at a time. */
  listCredits?(account: ListedAccount, signal: AbortSignal): Promise<CreditsResult>;
  /** Sends money. `reference` is the payout's own, the same at every attempt. */
  sendTransfer(transfer: Transfer, signal: AbortSignal): Promise<SendResult>;
  /** Asks what became of a transfer. */
  findTransfer(transfer: SentTransfer, signal: AbortSignal): Promise<TransferStatusResult>;
  /** Asks what is on record for a national identifier now. `reference` is ours for the person, the same each time. */
  lookUpIdentity?(request: IdentityRequest, signal: AbortSignal): Promise<IdentityResult>;
  /** Provisions an address that a payer can send a token to. The same reference gives the same address. */
  provisionCryptoAddress?(request: CryptoAddressRequest, signal: AbortSignal): Promise<CryptoAddressResult>;
  /** Asks what the provider holds for us, and would pay out now. */
  findBalances?(signal: AbortSignal): Promise<BalancesResult>;
};

export type Operation = Exclude<keyof Gateway, "kind" | "dedupesByReference" | "notFoundCountsAfterMs">;

/** A gateway that offers an operation. */
export type Offering<Asked extends Operation> = Gateway & Required<Pick<Gateway, Asked>>;

/** A provider of identity records, and of nothing else. */
export type IdentityGateway = Required<Pick<Gateway, "lookUpIdentity">>;

/**
 * A bank may return money that it took, mostly within a day, so a success is confirmed once more; and so is a failure,
 * since a provider may pay what it said to have failed, and not report it. Twenty hours and not 24: if the provider is
 * down then, there is time for retries, which end 24 h after the transfer was sent.
 */
export const CONFIRM_AGAIN_AFTER_MS = 20 * 60 * 60 * 1_000;

type AccountNumber = { bankCode: string; accountNumber: string };

export type AccountRequest = {
  reference: string;
  merchantName: string;
  /** When it was asked for, by the database's clock: a worker's may be wrong. What lasts a while lasts from then. */
  requestedAt: Date;
  expiresAt: Date;
  /** What the payer is to pay, in minor units of the currency. An account may take no other amount. */
  amount: bigint;
  currency: string;
};

/**
 * What a provider's accounts for payers need. `bankOf`: our code of the bank that the provider calls this; null if we
 * know none. `host`: where the made-up addresses of payers are, since providers want one, and get none that is real.
 */
export type PayerSide = { bankOf: (code: string) => Promise<string | null>; host: string };

/** `providerAccount`: as the gateway called it when it was opened. `page`: null for the first. */
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
};

/** The reference of a transfer, and the money that must have moved under it. */
export type TransferMoney = Pick<Transfer, "reference" | "amount" | "currency">;

/** A transfer that was sent, or may have been. `status`: of its payout, on our record. */
export type SentTransfer = TransferMoney & { status: "processing" | "succeeded" | "failed" | "reversed" };

/** `phone`: of the check that caused the lookup. Only the sandbox uses it; a provider gets the identifier alone. */
type IdentityRequest = { reference: string; type: IdentityType; identifier: string; phone: string };

type CryptoAddressRequest = { reference: string; chain: CryptoChain; token: CryptoToken };

/** What only a person can settle. It is logged for operators. */
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
 * Why a gateway is not called: its breaker is open, as many calls run as may at once, or the provider asked us to wait.
 */
export type NotCalledReason = "breaker_open" | "busy" | "paused";

/**
 * `reason` is logged. It holds no value that was sent or received, but for codes of the provider. `notSent`: this very
 * request had no effect all the same, and why. `neverLeft`: because not a byte of it reached the provider. `notCalled`:
 * because we did not call it. `refusesUs`: the provider takes no key or address of ours, and says no more.
 * `retryAfterMs`: how long it asks us to wait (429).
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
};
/** No request was made, so there is nothing at the provider, and nothing is known of what it has. */
export type NotCalled = Unknown & { notCalled: NotCalledReason; notSent: NotSentReason; neverLeft: true };
/** `countsInMs`: where it is said for so long, that means that the provider does not have it. */
export type NotFound = { kind: "not_found"; countsInMs?: number };
/** The provider does not reach the bank, or has no bank of the code that we know: it says nothing about the account. */
type NotReached = { kind: "not_reached"; reason: string; forOperator?: ForOperator };
/**
 * `confirmAgainAfterMs`: the provider may still say otherwise; ask once more after that many milliseconds. `notSent`:
 * the transfer failed for a reason of the gateway's, such as our empty wallet there: another one may send it.
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

/** `no_money`: none came, and under this id none will. */
export type CreditResult = ProviderCredit | { kind: "no_money" } | Pending | NotFound | Unknown;

/** The provider's ids of transactions; `nextPage`: where the rest begins. */
type CreditsResult = { kind: "listed"; transactions: string[]; nextPage: string | undefined } | Unknown;

type Pending = { kind: "pending"; forOperator?: ForOperator };

/**
 * Whom the provider says that a transfer pays, beside the account's number, where it says so. It is compared with whom
 * the payout is for (compareDestination). `bank`: a code of the provider's or of the interbank switch.
 */
export type Destination = { bank?: string | undefined; holder?: string | undefined };

export type TransferResult = (Succeeded | Failed | { kind: "reversed" } | Pending | Unknown) & {
  destination?: Destination;
};

/** The provider did not take this very request. It says nothing of an earlier one under the same reference. */
type Refused = Pick<Failed, "code" | "message"> & { kind: "refused" };

/**
 * This very request moved no money and will not, by the provider's own documents, or because it never left. Nothing is
 * wrong with the transfer: another gateway may send it. It says nothing of an earlier one under the same reference.
 * Without `neverLeft` the provider got it, and is asked whether it has it all the same. `tooSoon`: it had an equal one
 * a moment ago, which says nothing against the provider.
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

/** What the provider holds in each currency that it names, in minor units. `not_found`: it does not say. */
export type BalancesResult = { kind: "balances"; balances: ProviderBalance[] } | NotFound | Unknown;

export type GatewayResult =
  | NameResult
  | AccountResult
  | CreditResult
  | CreditsResult
  | SendResult
  | TransferStatusResult
  | IdentityResult
  | CryptoAddressResult
  | BalancesResult;

/** What an unknown response to the request that sends a transfer means for it. */
export function sendResult({ notSent, ...unknown }: Unknown): Unknown | NotSent {
  return notSent === undefined ? unknown : { ...unknown, kind: "not_sent", notSent };
}
