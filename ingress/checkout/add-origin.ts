import { z } from "zod";
import { addOrigin as add } from "../../sql/checkout/origins.ts";
import { memberRoute } from "../http/session-route.ts";
import { origin } from "./origin-field.ts";

export const addOrigin = memberRoute({
  method: "post",
  path: "/dashboard/api/origins",
  summary: "Allow an origin to embed the checkout",
  permission: "develop",
  stepUp: true,
  request: { body: z.object({ origin }) },
  success: { status: 201, data: z.object({ origin: z.string() }) },
  errors: ["STATE_CONFLICT"],
  handler: async ({ session, body }, { database }) => {
    await add(database, {
      merchantId: session.merchantId,
      origin: body.origin,
      acting: session.acting,
    });
    return { data: { origin: body.origin } };
  },
});
