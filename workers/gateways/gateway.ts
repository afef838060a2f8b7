import type { CryptoChain, CryptoToken } from "../../sql/collections/chains.ts";
import type { IdentityType } from "../../sql/identity/identity-record.ts";

/**
 * What a payment provider can do for us, and everything it can answer.
 *
 * `unknown` is an answer: a timeout, a reset connection, a 5xx or a reply that makes no sense says nothing
 * about what happened. It is never read as a refusal, because a payout wrongly taken for failed is paid twice.
 */
export type Gateway = {
  /**
   * True where the provider refuses or replays a reference it has seen. Only then may a transfer be
   * sent again after "not found": elsewhere the first one may still be on its way.
   */
  dedupesByReference: boolean;
  /** Asks whose account this is. */
  enquireName(account: AccountNumber, signal: AbortSignal): Promise<NameResult>;
  /** Opens an account that a payer can transfer to. The same reference gives the same account. */
  provisionAccount(request: AccountRequest, signal: AbortSignal): Promise<AccountResult>;
  /** Sends money. `reference` is the payout's own, the same at every attempt. */
  sendTransfer(transfer: Transfer, signal: AbortSignal): Promise<TransferResult>;
  /** Asks what became of a transfer. */
  findTransfer(transfer: SentTransfer, signal: AbortSignal): Promise<TransferStatusResult>;
  /** Asks what is on record for a national identifier now. `reference` is ours for the person, the same at every question. */
  lookUpIdentity(request: IdentityRequest, signal: AbortSignal): Promise<IdentityResult>;
  /** Opens an address that a payer can send a token to. The same reference gives the same address. */
  provisionCryptoAddress(request: CryptoAddressRequest, signal: AbortSignal): Promise<CryptoAddressResult>;
};

export type AccountNumber = { bankCode: string; accountNumber: string };

export type AccountRequest = { reference: string; merchantName: string; expiresAt: Date };

export type Transfer = {
  reference: string;
  /** In minor units of the currency. */
  amount: bigint;
  currency: string;
  bankCode: string;
  accountNumber: string;
  accountName: string;
  narration: string | null;
};

/** What tells a transfer from every other one: its reference, and the money that has to have moved under it. */
export type SentTransfer = Pick<Transfer, "reference" | "amount" | "currency">;

/** `phone`: of the check that made us ask. Only the sandbox makes use of it; a provider is told the identifier alone. */
export type IdentityRequest = { reference: string; type: IdentityType; identifier: string; phone: string };

export type CryptoAddressRequest = { reference: string; chain: CryptoChain; token: CryptoToken };

export type Unknown = { kind: "unknown"; reason: string };
export type Failed = { kind: "failed"; code: string; message: string };

export type NameResult = { kind: "resolved"; accountName: string } | { kind: "not_found" } | Unknown;

export type AccountResult =
  | { kind: "provisioned"; bankCode: string; bankName: string; accountNumber: string; accountName: string }
  | Unknown;

/** `confirmAgainAfterMs`: the provider may still take the money back; ask once more after that long. */
export type Succeeded = { kind: "succeeded"; confirmAgainAfterMs?: number };

export type TransferResult = Succeeded | Failed | { kind: "reversed" } | { kind: "pending" } | Unknown;

export type TransferStatusResult = TransferResult | { kind: "not_found" };

export type IdentityResult =
  { kind: "found"; name?: string; phones: string[] } | { kind: "not_found" } | Unknown;

export type CryptoAddressResult = { kind: "provisioned"; address: string } | Unknown;
