import type { IdentityResult, NameResult, TransferResult, Unknown } from "../gateway.ts";

/** Magic account numbers; all other 10 digits have a name and are paid at once. */
export const sandboxAccounts = {
  payoutFails: "0000000001",
  payoutStaysPending: "0000000002",
  payoutReverses: "0000000003",
  payoutTimesOut: "0000000004",
  doesNotResolve: "9999999999",
  outage: "9999999998",
} as const;

/** Magic identifiers; all other 11 digits have the phone they were first checked with. */
export const sandboxIdentities = {
  noRecord: "00000000000",
  onePhoneOnly: "11111111111",
  outage: "99999999999",
} as const;

/** The phone of `onePhoneOnly`. */
export const SANDBOX_PHONE = "08011111111";

export type AccountOutcome = {
  /** Of a name enquiry, instead of a made-up name. */
  name?: NameResult;
  /** Of sending a transfer. */
  sent: TransferResult;
  /** True: a transfer does not even reach the bank. */
  isDown?: boolean;
  /** Of a later poll, if it differs from the response to sending. */
  found?: TransferResult;
};

const simulatedOutage: Unknown = { kind: "unknown", reason: "simulated outage" };
const rejected: TransferResult = {
  kind: "failed",
  code: "DESTINATION_REJECTED",
  message: "The destination bank rejected the transfer.",
};

const accountOutcomes: Record<string, AccountOutcome> = {
  [sandboxAccounts.payoutFails]: { sent: rejected },
  [sandboxAccounts.payoutStaysPending]: { sent: { kind: "pending" } },
  // Two seconds after the success, the money comes back.
  [sandboxAccounts.payoutReverses]: {
    sent: { kind: "succeeded", confirmAgainAfterMs: 2_000 },
    found: { kind: "reversed" },
  },
  // Carried out, but the response is lost. Nothing waits for it, which would occupy one of the workers' slots.
  [sandboxAccounts.payoutTimesOut]: {
    sent: { kind: "unknown", reason: "simulated timeout" },
    found: { kind: "succeeded" },
  },
  [sandboxAccounts.doesNotResolve]: { name: { kind: "not_found" }, sent: rejected },
  [sandboxAccounts.outage]: { name: simulatedOutage, isDown: true, sent: simulatedOutage },
};

/** What the sandbox does with an account number. */
export function accountOutcome(accountNumber: string): AccountOutcome {
  return accountOutcomes[accountNumber] ?? { sent: { kind: "succeeded" } };
}

const identityOutcomes: Record<string, IdentityResult> = {
  [sandboxIdentities.noRecord]: { kind: "not_found" },
  [sandboxIdentities.onePhoneOnly]: { kind: "found", phones: [SANDBOX_PHONE] },
  [sandboxIdentities.outage]: simulatedOutage,
};

/** What the sandbox has on record for an identifier, without a name; undefined: the phone of its first check. */
export function identityOutcome(identifier: string): IdentityResult | undefined {
  return identityOutcomes[identifier];
}
