import { z } from "zod";
import { moneyJson } from "../../sql/ledger/money.ts";
import { environment, slug, timestamp } from "../http/fields.ts";

export const amountType = z.enum(["fixed", "open"], { error: "must be fixed or open" });

export const linkType = z.enum(["one_time", "reusable"], { error: "must be one_time or reusable" });

export const paymentLinkStatus = z.enum(["active", "paid", "disabled"]);

/** A payment link as callers see it; made by SQL's payment_link_json, but for its `url` (see show-payment-link.ts). */
export const paymentLink = z
  .object({
    slug: slug.describe("What names the link, here and to the checkout."),
    url: z.string().describe("The page that payers pay on."),
    status: paymentLinkStatus.describe("A one_time link is paid once it was; disabled by the merchant."),
    title: z.string(),
    amountType: amountType.describe("fixed: the link's amount. open: the payer enters it."),
    amount: moneyJson.describe("What a fixed link costs.").optional(),
    minAmount: moneyJson.describe("The least that the payer of an open link may enter.").optional(),
    maxAmount: moneyJson.describe("The most that the payer of an open link may enter.").optional(),
    linkType: linkType.describe("one_time: closes once it is paid."),
    customer: z
      .object({ name: z.string().optional(), email: z.string().optional() })
      .describe("Who is to pay; with an email, the payer is not asked for one.")
      .optional(),
    successRedirectUrl: z.string().optional(),
    environment,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: "PaymentLink", description: "A hosted payment page." });
