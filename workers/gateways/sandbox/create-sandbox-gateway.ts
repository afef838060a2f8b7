import { setTimeout as sleep } from "node:timers/promises";
import { decrypt, encrypt, type MasterKeys } from "../../../sql/crypto/encryption.ts";
import type { Connection } from "../../../sql/database.ts";
import { sandboxIdentityContext } from "../../../sql/queries/re-encrypt.ts";
import {
  findSandboxTransfer,
  provisionSandboxAccount,
  recordSandboxTransfer,
  rememberSandboxIdentity,
  type SandboxTransfer,
} from "../../../sql/queries/sandbox.ts";
import type {
  TransferStatusResult,
  Gateway,
  IdentityResult,
  NameResult,
  TransferResult,
} from "../gateway.ts";
import { sandboxAccountName } from "./account-name.ts";
import { sandboxCryptoAddress } from "./crypto-address.ts";
import { sandboxPersonName } from "./person-name.ts";

/** Account numbers that behave in a way of their own; every other 10 digits resolve and are paid at once. */
export const sandboxAccounts = {
  payoutFails: "0000000001",
  payoutStaysPending: "0000000002",
  payoutReverses: "0000000003",
  payoutTimesOut: "0000000004",
  doesNotResolve: "9999999999",
  outage: "9999999998",
} as const;

/** Identifiers that behave in a way of their own; any other 11 digits have the phone they were first checked with. */
export const sandboxIdentities = {
  noRecord: "00000000000",
  onePhoneOnly: "11111111111",
  outage: "99999999999",
} as const;

/** The phone of `onePhoneOnly`. */
export const SANDBOX_PHONE = "08011111111";

/** How long after a success the reversing account takes the money back. */
const REVERSES_AFTER_MS = 2_000;
/** A timeout that a developer need not wait long for. */
const TIMEOUT_MS = 300;

/** The bank that sandbox accounts are at. */
const sandboxBank = { bankCode: "035", bankName: "Wema Bank" };

/**
 * The gateway behind test keys: it contacts nobody and moves no money, but behaves like a provider. It remembers
 * transfers in tables of its own, one for each reference however often it is sent, and what becomes of a transfer
 * follows from the account number that it went to. Phones of identities are encrypted with `encryptionKeys`.
 */
export function createSandboxGateway(database: Connection, encryptionKeys: MasterKeys): Gateway {
  return {
    dedupesByReference: true,

    async enquireName({ bankCode, accountNumber }): Promise<NameResult> {
      if (accountNumber === sandboxAccounts.outage) return { kind: "unknown", reason: "simulated outage" };
      if (accountNumber === sandboxAccounts.doesNotResolve) return { kind: "not_found" };
      return { kind: "resolved", accountName: sandboxAccountName(bankCode, accountNumber) };
    },

    async provisionAccount({ reference, merchantName }) {
      const accountNumber = await provisionSandboxAccount(database, reference);
      return { kind: "provisioned", ...sandboxBank, accountNumber, accountName: merchantName };
    },

    async sendTransfer(transfer, signal): Promise<TransferResult> {
      if (transfer.accountNumber === sandboxAccounts.outage)
        return { kind: "unknown", reason: "simulated outage" };
      const recorded = await recordSandboxTransfer(database, transfer);
      if (transfer.accountNumber === sandboxAccounts.payoutTimesOut) {
        await sleep(TIMEOUT_MS, undefined, { signal });
        return { kind: "unknown", reason: "simulated timeout" };
      }
      return fateOf(recorded);
    },

    async findTransfer({ reference }): Promise<TransferStatusResult> {
      const transfer = await findSandboxTransfer(database, reference);
      if (transfer === null) return { kind: "not_found" };
      // Whoever asks does so when the time for a reversal has come.
      if (transfer.account_number === sandboxAccounts.payoutReverses) return { kind: "reversed" };
      return fateOf(transfer);
    },

    async lookUpIdentity({ reference, type, identifier, phone }): Promise<IdentityResult> {
      if (identifier === sandboxIdentities.outage) return { kind: "unknown", reason: "simulated outage" };
      if (identifier === sandboxIdentities.noRecord) return { kind: "not_found" };
      const name = sandboxPersonName(`${type}:${identifier}`);
      if (identifier === sandboxIdentities.onePhoneOnly)
        return { kind: "found", name, phones: [SANDBOX_PHONE] };
      const context = sandboxIdentityContext(reference);
      const encrypted = encrypt(encryptionKeys, phone, context);
      const first = await rememberSandboxIdentity(database, reference, encrypted);
      return { kind: "found", name, phones: [decrypt(encryptionKeys, first, context)] };
    },

    async provisionCryptoAddress({ reference, chain }) {
      return { kind: "provisioned", address: sandboxCryptoAddress(chain, reference) };
    },
  };
}

function fateOf({ account_number }: SandboxTransfer): TransferResult {
  switch (account_number) {
    case sandboxAccounts.payoutFails:
    case sandboxAccounts.doesNotResolve:
      return {
        kind: "failed",
        code: "DESTINATION_REJECTED",
        message: "The destination bank rejected the transfer.",
      };
    case sandboxAccounts.payoutStaysPending:
      return { kind: "pending" };
    case sandboxAccounts.payoutReverses:
      return { kind: "succeeded", confirmAgainAfterMs: REVERSES_AFTER_MS };
    default:
      return { kind: "succeeded" };
  }
}
