import { z } from "zod";
import type { CreditCase } from "../../../sql/gateways/credit-notices.ts";
import { transferEvents } from "../../../sql/gateways/provider-notices.ts";
import { noticeText } from "../manifest/notice-text.ts";
import { gatewayManifest, noticeFormat } from "../manifest/provider-manifest.ts";
import { accountKind, matching, oneOrTwo, providerUrl, type AccountKind } from "../manifest/setting-kinds.ts";
import { isSignedAsItIs } from "../manifest/signatures.ts";
import { paidAccount } from "./references.ts";

export type PaystackSettings = {
  url: string;
  secret: string;
  /** What payers get; undefined: it opens no accounts. `bank` and `phone`: of permanent ones. */
  accounts?: { kind: AccountKind; bank?: string | undefined; phone?: string | undefined } | undefined;
};

const liveKey = /^sk_live_\S+$/;
const noLiveKey = "must be Paystack's live secret key, sk_live_…";

/** What Paystack reports of a transaction that it takes back, or may: it names a refund only by its transaction. */
const caseEvents: ReadonlyMap<string | null, CreditCase["kind"]> = new Map([
  ["refund.pending", "refund"],
  ["refund.processing", "refund"],
  ["refund.needs-attention", "refund"],
  ["refund.processed", "refund"],
  ["refund.failed", "refund"],
  ["charge.dispute.create", "dispute"],
  ["charge.dispute.remind", "dispute"],
  ["charge.dispute.resolve", "dispute"],
]);

const unread = {
  reference: null,
  customer: { email: null },
  transaction_reference: null,
  id: null,
  transaction: { reference: null },
};

/** Paystack signs its notices (https://paystack.com/docs/payments/webhooks) with the key that requests go out with. */
export const paystack = gatewayManifest({
  settings: {
    PAYSTACK_SECRET_KEY: matching(liveKey, noLiveKey).describe(
      "paystack, workers only: the live secret key, sk_live_…",
    ),
    PAYSTACK_ACCOUNTS: accountKind.describe(
      "paystack, workers only: which accounts payers get, one-time or permanent " +
        "(docs/live-gateways.md#accounts-at-paystack). Needs PUBLIC_URL. Empty: none.",
    ),
    PAYSTACK_ACCOUNTS_BANK: matching(
      /^[a-z-]{1,40}$/,
      "must be Paystack's name of a bank, such as wema-bank",
    ).describe("With PAYSTACK_ACCOUNTS=permanent: the bank, by Paystack's name, such as wema-bank."),
    PAYSTACK_ACCOUNTS_PHONE: matching(/^\+?\d{7,15}$/, "must be a phone number").describe(
      "With PAYSTACK_ACCOUNTS=permanent: your phone number, which each customer at Paystack gets.",
    ),
    PAYSTACK_URL: providerUrl.describe(
      "For tests: another server that behaves like Paystack, https or on this machine. Empty: " +
        "https://api.paystack.co.",
    ),
    PAYSTACK_WEBHOOK_KEYS: oneOrTwo(liveKey, noLiveKey).describe(
      "paystack, ingress only, to receive notices: the live secret key that signs them; two, " +
        "separated by a comma, while you rotate it.",
    ),
  },
  needed: { workers: ["PAYSTACK_SECRET_KEY"] },
  workersOnly: ["PAYSTACK_SECRET_KEY"],
  url: "PAYSTACK_URL",
  read: (values): PaystackSettings => ({
    url: values.PAYSTACK_URL ?? "https://api.paystack.co",
    secret: values.PAYSTACK_SECRET_KEY!,
    accounts: values.PAYSTACK_ACCOUNTS && {
      kind: values.PAYSTACK_ACCOUNTS,
      bank: values.PAYSTACK_ACCOUNTS_BANK,
      phone: values.PAYSTACK_ACCOUNTS_PHONE,
    },
  }),
  check(values, refuse, process) {
    if (process !== "workers" || values.PAYSTACK_ACCOUNTS === undefined) return;
    if (values.PUBLIC_URL === undefined) refuse("PAYSTACK_ACCOUNTS", "needs PUBLIC_URL");
    for (const name of ["PAYSTACK_ACCOUNTS_BANK", "PAYSTACK_ACCOUNTS_PHONE"] as const)
      if (values.PAYSTACK_ACCOUNTS === "permanent" && values[name] === undefined)
        refuse(name, "is required with PAYSTACK_ACCOUNTS=permanent");
  },
  least: { payout: 10_000, collection: 10_000 },
  webhook: {
    header: "x-paystack-signature",
    secrets: "PAYSTACK_WEBHOOK_KEYS",
    isSigned: isSignedAsItIs,
    notices: noticeFormat({
      body: z.object({
        event: noticeText(),
        data: z
          .object({
            reference: noticeText(),
            customer: z.object({ email: noticeText(320) }).catch({ email: null }),
            // Of a refund.
            transaction_reference: noticeText(),
            // Of a dispute.
            id: z.int().positive().nullable().catch(null),
            transaction: z.object({ reference: noticeText() }).catch({ reference: null }),
          })
          .catch(unread),
      }),
      read({ event: named, data: { reference, customer, ...data } }) {
        const kind = caseEvents.get(named);
        if (kind !== undefined) {
          const transaction = kind === "refund" ? data.transaction_reference : data.transaction.reference;
          const caseId = kind === "refund" ? "" : data.id;
          return transaction === null || caseId === null
            ? undefined
            : { kind, transaction, caseId: String(caseId) };
        }
        if (reference === null) return undefined;
        const event = transferEvents.find((one) => one === named);
        if (event !== undefined) return { event, reference };
        const recipient =
          named === "charge.success" ? paidAccount(reference, customer.email ?? "") : undefined;
        return recipient === undefined ? undefined : { transaction: reference, recipient };
      },
    }),
  },
});
