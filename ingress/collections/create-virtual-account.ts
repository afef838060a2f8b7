import { z } from "zod";
import { virtualAccountJson } from "../../sql/collections/virtual-accounts/virtual-account-json.ts";
import {
  readVirtualAccount,
  requestVirtualAccount,
} from "../../sql/collections/virtual-accounts/virtual-accounts.ts";
import { collectionAmount } from "./collection-fields.ts";
import { email } from "../http/fields.ts";
import { Problem } from "../http/problems.ts";
import { requireLeast } from "../http/require-least.ts";
import { ownFields } from "../http/own-fields/own-fields.ts";
import { createRoute } from "../http/create-route.ts";
import { waitForResult } from "../results/wait-for-result.ts";

const WEEK_IN_MINUTES = 10_080;
const minutes = `must be a whole number of minutes from 1 to ${WEEK_IN_MINUTES}`;

/** A worker provisions the account; the request waits for it. */
export const createVirtualAccount = createRoute({
  path: "/v1/virtual-accounts",
  summary: "Create a virtual account for one payment",
  scope: "virtual_accounts:write",
  request: {
    body: z.object({
      customerEmail: email.describe("The payer's."),
      amount: collectionAmount,
      expiresInMinutes: z
        .int({ error: minutes })
        .min(1, minutes)
        .max(WEEK_IN_MINUTES, minutes)
        .describe("How long the account accepts the payment.")
        .default(30),
      ...ownFields,
    }),
  },
  success: { status: 201, data: virtualAccountJson },
  errors: ["MERCHANT_REFERENCE_CONFLICT"],
  create: async ({ caller, body }, context) => {
    const amount = body.amount.value;
    const { environment } = caller;
    requireLeast(context, { environment, operation: "collection" }, { "amount.value": amount });
    return {
      resource: String(await requestVirtualAccount(context.database, { tenant: caller, ...body, amount })),
    };
  },
  show: async (context, _caller, id) => {
    const provisioned = await waitForResult(context, "virtual_account", BigInt(id), readVirtualAccount);
    if (provisioned.json === null) {
      throw new Problem("INTERNAL_ERROR", "We couldn't open an account. Nothing was created. Try again.");
    }
    return provisioned.json;
  },
});
