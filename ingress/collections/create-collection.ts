import { z } from "zod";
import { collectionJson } from "../../sql/collections/collection-json.ts";
import { MAXIMUM_COLLECTION, MINIMUM_AMOUNT } from "../../sql/ledger/money.ts";
import { openCollection } from "../../sql/collections/collections.ts";
import { findByReference } from "../../sql/process/pages.ts";
import { collectionAmount, collectionKobo } from "./collection-fields.ts";
import { reference } from "../http/fields.ts";
import { conflict, notFound } from "../http/problems.ts";
import { requireLeast } from "../http/require-least.ts";
import { ownFields } from "../http/own-fields/own-fields.ts";
import { createRoute } from "../http/create-route.ts";

const amountRule = `must be a Money object {value, currency}, or with currency beside it a whole number of kobo from ${MINIMUM_AMOUNT} to ${MAXIMUM_COLLECTION}`;
const currencyRule = "must be NGN, beside an amount that is a plain number";

const requestBody = z
  .object({
    virtualAccount: reference("va"),
    // The documented surface has a plain integer here and Money everywhere else: both are accepted.
    amount: z.union([collectionAmount, collectionKobo], { error: amountRule }).meta({ rule: amountRule }),
    currency: z.literal("NGN", { error: "must be NGN" }).optional(),
    ...ownFields,
  })
  .refine(({ amount, currency }) => typeof amount === "object" || currency !== undefined, {
    path: ["currency"],
    error: currencyRule,
  })
  .meta({ rule: `currency ${currencyRule}` });

/** Opens the next collection on an account whose last collection is final. The account becomes active again. */
export const createCollection = createRoute({
  path: "/v1/collections",
  summary: "Open another collection on a virtual account",
  scope: "collections:write",
  request: { body: requestBody },
  success: { status: 201, data: collectionJson },
  errors: ["NOT_FOUND", "STATE_CONFLICT", "MERCHANT_REFERENCE_CONFLICT"],
  create: async ({ caller, body }, context) => {
    const { database } = context;
    const { environment } = caller;
    const [field, amount] =
      typeof body.amount === "object"
        ? (["amount.value", body.amount.value] as const)
        : (["amount", body.amount] as const);
    requireLeast(context, { environment, operation: "collection" }, { [field]: amount });
    const { outcome, collection } = await openCollection(database, {
      tenant: caller,
      reference: body.virtualAccount,
      amount,
      merchantReference: body.merchantReference,
      metadata: body.metadata,
    });
    if (outcome === "not_found") throw notFound();
    if (outcome === "one_time") {
      throw conflict(
        "This virtual account accepts only one payment. Create another with POST /v1/virtual-accounts.",
      );
    }
    if (outcome !== "opened") throw conflict("The virtual account's last collection is still open.");
    return { resource: collection.reference, data: collection };
  },
  show: ({ database }, caller, created) => findByReference(database, "collections", caller, created),
});
