import { decrypt, encrypt, type MasterKeys } from "../../../sql/process/encryption/encryption.ts";
import { readPhone } from "../../../sql/identity/phone.ts";
import { createBatches } from "../../../sql/process/batching/batches.ts";
import type { Connection } from "../../../sql/process/database.ts";
import { sandboxIdentityContext } from "../../../sql/process/encryption/re-encrypt.ts";
import {
  findSandboxTransfer,
  provisionSandboxAccount,
  recordSandboxTransfers,
  type NewSandboxTransfer,
  rememberSandboxIdentity,
} from "../../../sql/sandbox/sandbox.ts";
import type { Gateway } from "../gateway.ts";
import { sandboxAccountName } from "./account-name.ts";
import { sandboxCryptoAddress } from "./crypto-address.ts";
import { accountOutcome, identityOutcome } from "./outcomes.ts";
import { sandboxPersonName } from "./person-name.ts";

/** Transfers in one call. */
const MOST = 64;
/** As long as a provider's response is waited for. */
const WAIT_MS = 8_000;

/** The bank that sandbox accounts are at. */
const sandboxBank = { bankCode: "035", bankName: "Wema Bank" };

/**
 * The gateway behind test keys: it contacts nobody and moves no money, but behaves like a provider. It stores transfers
 * in its own tables, one per reference however often it is sent; outcomes.ts has the outcome of each account number.
 * Phones of identities are encrypted with `encryptionKeys`.
 */
export function createSandboxGateway(database: Connection, encryptionKeys: MasterKeys): Gateway {
  const transfers = createBatches<NewSandboxTransfer, void>({
    name: "record_sandbox_transfers",
    most: MOST,
    mostWaiting: Infinity, // as many as there are tasks
    call: async (items) => {
      await recordSandboxTransfers(database, { transfers: items });
      return items.map(() => {});
    },
  });
  return {
    kind: "sandbox",
    dedupesByReference: true,
    notFoundCountsAfterMs: 0,

    async enquireName({ bankCode, accountNumber }) {
      const { name } = accountOutcome(accountNumber);
      return name ?? { kind: "resolved", accountName: sandboxAccountName(bankCode, accountNumber) };
    },

    async provisionAccount({ reference, merchantName }) {
      const accountNumber = await provisionSandboxAccount(database, { reference });
      return { kind: "provisioned", ...sandboxBank, accountNumber, accountName: merchantName };
    },

    async sendTransfer(transfer) {
      const { isDown = false, sent } = accountOutcome(transfer.accountNumber);
      if (!isDown) await transfers.add({ queue: "all", owner: "all" }, transfer, performance.now() + WAIT_MS);
      return sent;
    },

    async findTransfer({ reference }) {
      const transfer = await findSandboxTransfer(database, reference);
      if (transfer === null) return { kind: "not_found" };
      const { sent, found } = accountOutcome(transfer.account_number);
      return found ?? sent;
    },

    async lookUpIdentity({ reference, type, identifier, phone }) {
      const outcome = identityOutcome(identifier);
      if (outcome !== undefined && outcome.kind !== "found") return outcome;
      // An invalid phone number would be one that nothing ever matches.
      const first = readPhone(phone) === null ? [] : [phone];
      const phones =
        outcome?.phones ?? (await Promise.all(first.map((each) => rememberPhone(reference, each))));
      return { kind: "found", name: sandboxPersonName(`${type}:${identifier}`), phones };
    },

    async provisionCryptoAddress({ reference, chain }) {
      return { kind: "provisioned", address: sandboxCryptoAddress(chain, reference) };
    },
  };

  /** The phone that an identity was first checked with. */
  async function rememberPhone(reference: string, phone: string): Promise<string> {
    const context = sandboxIdentityContext(reference);
    const encrypted = encrypt(encryptionKeys, phone, context);
    return decrypt(
      encryptionKeys,
      await rememberSandboxIdentity(database, { reference, encryptedPhone: encrypted }),
      context,
    );
  }
}
