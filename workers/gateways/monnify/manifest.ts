import { z } from "zod";
import { referencePattern } from "../../../sql/formats/references.ts";
import type { ProviderNotice } from "../../../sql/gateways/provider-notices.ts";
import { usualLeast } from "../manifest/least-amounts.ts";
import { noticeText } from "../manifest/notice-text.ts";
import { gatewayManifest, noticeFormat } from "../manifest/provider-manifest.ts";
import { accountKind, matching, oneOrTwo, providerUrl, type AccountKind } from "../manifest/setting-kinds.ts";
import { isSignedAsItIs } from "../manifest/signatures.ts";

/** `walletNumber`: the wallet that transfers are paid from. */
export type MonnifySettings = {
  url: string;
  apiKey: string;
  secret: string;
  walletNumber: string;
  /** What payers get; undefined: it opens no accounts. `bvn` and `nin`: who is behind permanent ones. */
  accounts?:
    | { kind: AccountKind; contractCode: string; bvn?: string | undefined; nin?: string | undefined }
    | undefined;
};

const secretKey = /^\S{16,}$/;
const noSecretKey = "must be Monnify's secret key";
const elevenDigits = matching(/^\d{11}$/, "must have 11 digits");
const ourAccount = referencePattern("va");

/** Monnify's names of payout notices. */
const transferEvents: ReadonlyMap<string | null, ProviderNotice["event"]> = new Map([
  ["SUCCESSFUL_DISBURSEMENT", "transfer.success"],
  ["FAILED_DISBURSEMENT", "transfer.failed"],
  ["REVERSED_DISBURSEMENT", "transfer.reversed"],
]);

const unread = { reference: null, transactionReference: null, paymentReference: null, refundReference: null };

/**
 * Monnify signs its notices (https://developers.monnify.com/docs/webhooks/event-types) with the secret key that workers
 * log in with. Its client library says ₦20 for transfers: ₦100 holds for all.
 */
export const monnify = gatewayManifest({
  settings: {
    MONNIFY_API_KEY: matching(/^MK_PROD_\S+$/, "must be Monnify's live API key, MK_PROD_…").describe(
      "monnify, workers only: the live API key, MK_PROD_…",
    ),
    MONNIFY_SECRET_KEY: matching(secretKey, noSecretKey).describe(
      "monnify, workers only: the secret key that belongs to MONNIFY_API_KEY.",
    ),
    MONNIFY_WALLET_NUMBER: matching(/^\d{10}$/, "must be the 10 digits of the wallet at Monnify").describe(
      "monnify, workers only: the 10 digits of the wallet that transfers are paid from.",
    ),
    MONNIFY_ACCOUNTS: accountKind.describe(
      "monnify, workers only: which accounts payers get, one-time or permanent " +
        "(docs/live-gateways.md#accounts-at-monnify). Needs PUBLIC_URL. Empty: none.",
    ),
    MONNIFY_CONTRACT_CODE: matching(/^\d{6,20}$/, "must be the digits of the contract at Monnify").describe(
      "With MONNIFY_ACCOUNTS: the contract of the accounts.",
    ),
    MONNIFY_ACCOUNTS_BVN: elevenDigits.describe(
      "With MONNIFY_ACCOUNTS=permanent, this or the NIN or both: the BVN of the person behind the " +
        "accounts.",
    ),
    MONNIFY_ACCOUNTS_NIN: elevenDigits.describe("The NIN of that person."),
    MONNIFY_URL: providerUrl.describe(
      "For tests: another server that behaves like Monnify, https or on this machine. Empty: " +
        "https://api.monnify.com.",
    ),
    MONNIFY_WEBHOOK_KEYS: oneOrTwo(secretKey, noSecretKey).describe(
      "monnify, ingress only, to receive notices: the secret key that signs them; two, separated by " +
        "a comma, while you rotate it.",
    ),
  },
  needed: { workers: ["MONNIFY_API_KEY", "MONNIFY_SECRET_KEY", "MONNIFY_WALLET_NUMBER"] },
  workersOnly: ["MONNIFY_SECRET_KEY", "MONNIFY_ACCOUNTS_BVN", "MONNIFY_ACCOUNTS_NIN"],
  url: "MONNIFY_URL",
  read: (values): MonnifySettings => ({
    url: values.MONNIFY_URL ?? "https://api.monnify.com",
    apiKey: values.MONNIFY_API_KEY!,
    secret: values.MONNIFY_SECRET_KEY!,
    walletNumber: values.MONNIFY_WALLET_NUMBER!,
    accounts: values.MONNIFY_ACCOUNTS && {
      kind: values.MONNIFY_ACCOUNTS,
      contractCode: values.MONNIFY_CONTRACT_CODE!,
      bvn: values.MONNIFY_ACCOUNTS_BVN,
      nin: values.MONNIFY_ACCOUNTS_NIN,
    },
  }),
  check(values, refuse, process) {
    const { MONNIFY_ACCOUNTS: accounts } = values;
    if (process !== "workers" || accounts === undefined) return;
    if (values.PUBLIC_URL === undefined) refuse("MONNIFY_ACCOUNTS", "needs PUBLIC_URL");
    if (values.MONNIFY_CONTRACT_CODE === undefined)
      refuse("MONNIFY_CONTRACT_CODE", "is required with MONNIFY_ACCOUNTS");
    if (
      accounts === "permanent" &&
      (values.MONNIFY_ACCOUNTS_BVN ?? values.MONNIFY_ACCOUNTS_NIN) === undefined
    )
      refuse("MONNIFY_ACCOUNTS_BVN", "or MONNIFY_ACCOUNTS_NIN is required with MONNIFY_ACCOUNTS=permanent");
  },
  least: usualLeast,
  webhook: {
    header: "monnify-signature",
    secrets: "MONNIFY_WEBHOOK_KEYS",
    isSigned: isSignedAsItIs,
    notices: noticeFormat({
      body: z.object({
        eventType: noticeText(),
        eventData: z
          .object({
            reference: noticeText(),
            transactionReference: noticeText(),
            paymentReference: noticeText(),
            refundReference: noticeText(),
            product: z.object({ reference: noticeText() }).catch({ reference: null }),
          })
          .catch({ ...unread, product: { reference: null } }),
      }),
      read({ eventType, eventData }) {
        const { reference, transactionReference: transaction, paymentReference, product } = eventData;
        const { refundReference: caseId } = eventData;
        const event = transferEvents.get(eventType);
        if (event !== undefined && reference !== null) return { event, reference };
        if (eventType === "SUCCESSFUL_REFUND" || eventType === "FAILED_REFUND")
          return transaction === null || caseId === null
            ? undefined
            : { kind: "refund", transaction, caseId };
        if (eventType !== "SUCCESSFUL_TRANSACTION" || transaction === null) return undefined;
        // For a permanent account our reference is the product's, for a one-time account the payment's.
        const recipient = [product.reference, paymentReference].find((one) => ourAccount.test(one ?? ""));
        return recipient == null ? undefined : { transaction, recipient };
      },
    }),
  },
});
