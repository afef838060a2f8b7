import { z } from "zod";
import { moneyJson } from "../ledger/money.ts";
import { environmentJson, ownJson, timestampJson } from "../formats/public-json.ts";

export const slugPattern = /^[\w-]{12,64}$/;

/** Identifies a payment link: the end of its public URL. */
export const slugJson = z.string().regex(slugPattern);

export const amountTypes = ["fixed", "open"] as const;

export const linkTypes = ["one_time", "reusable"] as const;

export const paymentLinkStatuses = ["active", "paid", "disabled"] as const;

/** A payment link as SQL's payment_link_json makes it: what the API shows, without the `url`. */
export const paymentLinkJson = z.object({
  slug: slugJson.describe("Identifies the link in the API and in the checkout's URL."),
  status: z
    .enum(paymentLinkStatuses)
    .describe("paid: a one_time link that has been paid. disabled: turned off by the merchant."),
  title: z.string(),
  amountType: z.enum(amountTypes).describe("fixed: you set the amount. open: the payer enters it."),
  amount: moneyJson.describe("The amount of a fixed link.").optional(),
  minAmount: moneyJson.describe("The minimum a payer can enter on an open link.").optional(),
  maxAmount: moneyJson.describe("The maximum a payer can enter on an open link.").optional(),
  linkType: z.enum(linkTypes).describe("one_time: closes once paid."),
  customer: z
    .object({ name: z.string().optional(), email: z.string().optional() })
    .describe("The expected payer. If you give the email, the checkout doesn't ask for it.")
    .optional(),
  successRedirectUrl: z.string().optional(),
  ...ownJson,
  environment: environmentJson,
  createdAt: timestampJson,
  updatedAt: timestampJson,
});

export type PaymentLinkJson = z.output<typeof paymentLinkJson>;
