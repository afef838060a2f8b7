import { z } from "zod";
import { amountTypes, linkTypes } from "../../sql/payment-links/payment-link-json.ts";
import { createPaymentLink as create, findPaymentLink } from "../../sql/payment-links/payment-links.ts";
import { collectionAmount } from "../collections/collection-fields.ts";
import { email, printable } from "../http/fields.ts";
import { ownFields } from "../http/own-fields/own-fields.ts";
import { redirectFor, redirectUrl } from "./redirect-url.ts";
import { paymentLink, showPaymentLink } from "./payment-link.ts";
import { createRoute } from "../http/create-route.ts";
import { requireLeast } from "../http/require-least.ts";

const requestBody = z
  .object({
    title: printable(140).describe("The page's heading."),
    amountType: z
      .enum(amountTypes, { error: "must be fixed or open" })
      .describe("With open, the payer enters the amount.")
      .default("fixed"),
    amount: collectionAmount.describe("Required for a fixed link.").optional(),
    minAmount: collectionAmount.describe("The minimum a payer can enter on an open link.").optional(),
    maxAmount: collectionAmount.describe("The maximum a payer can enter on an open link.").optional(),
    linkType: z
      .enum(linkTypes, { error: "must be one_time or reusable" })
      .describe("A one_time link closes once it is paid.")
      .default("one_time"),
    customer: z
      .object(
        { name: printable(200).optional(), email: email.optional() },
        { error: "must be an object: {name, email}" },
      )
      .describe("The expected payer. If you give the email, the checkout doesn't ask for it.")
      .optional(),
    successRedirectUrl: redirectUrl
      .describe("Where customers go after paying. In test mode, http://localhost is allowed.")
      .optional(),
    ...ownFields,
  })
  .superRefine(
    ({ amountType, amount, minAmount, maxAmount }, context) => {
      const refuse = (field: string, message: string) =>
        context.addIssue({ code: "custom", path: [field], message });
      if (amountType === "open") {
        if (amount !== undefined) refuse("amount", "must be left out of an open link: the payer enters it");
        const [least, most] = [minAmount?.value, maxAmount?.value];
        if (typeof least === "bigint" && typeof most === "bigint" && least > most)
          refuse("maxAmount", "must not be less than minAmount");
      } else if (amountType === "fixed") {
        if (amount === undefined) refuse("amount", "a fixed link needs a Money object: {value, currency}");
        if (minAmount !== undefined) refuse("minAmount", "must be left out of a fixed link");
        if (maxAmount !== undefined) refuse("maxAmount", "must be left out of a fixed link");
      }
    },
    // Also runs if single members are invalid; it then sees them as they were sent.
    { when: () => true },
  );

export const createPaymentLink = createRoute({
  path: "/v1/payment-links",
  summary: "Create a payment link",
  scope: "payment_links:write",
  request: { body: requestBody },
  success: { status: 201, data: paymentLink },
  errors: ["MERCHANT_REFERENCE_CONFLICT"],
  create: async ({ caller, body }, context) => {
    const { environment } = caller;
    const { amount, minAmount, maxAmount } = body;
    requireLeast(
      context,
      { environment, operation: "collection" },
      {
        "amount.value": amount?.value,
        "minAmount.value": minAmount?.value,
        "maxAmount.value": maxAmount?.value,
      },
    );
    const link = await create(context.database, caller, {
      title: body.title,
      amountType: body.amountType,
      amount: body.amount?.value ?? null,
      minAmount: body.minAmount?.value ?? null,
      maxAmount: body.maxAmount?.value ?? null,
      linkType: body.linkType,
      customer: body.customer ?? null,
      successRedirectUrl:
        body.successRedirectUrl === undefined ? null : redirectFor(caller, body.successRedirectUrl),
      merchantReference: body.merchantReference,
      metadata: body.metadata,
    });
    return { resource: link.slug, data: showPaymentLink(context, link) };
  },
  show: async (context, caller, slug) => {
    const link = await findPaymentLink(context.database, caller, slug);
    return link && showPaymentLink(context, link);
  },
});
