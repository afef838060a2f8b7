import { z } from "zod";
import { removeOrigin as remove } from "../../sql/checkout/origins.ts";
import { notFound } from "../http/problems.ts";
import { memberRoute } from "../http/session-route.ts";

const rule = "must be an origin from the list";

/** Not a DELETE: an origin doesn't fit in a path, and some proxies drop a DELETE's body. */
export const removeOrigin = memberRoute({
  method: "post",
  path: "/dashboard/api/origins/remove",
  summary: "Stop an origin from embedding the checkout",
  permission: "develop",
  request: { body: z.object({ origin: z.string({ error: rule }).max(300, { error: rule }) }) },
  success: { status: 200, data: z.object({ origin: z.string() }) },
  errors: ["NOT_FOUND"],
  handler: async ({ session, body }, { database }) => {
    const removed = await remove(database, {
      merchantId: session.merchantId,
      origin: body.origin,
      acting: session.acting,
    });
    if (!removed) throw notFound();
    return { data: { origin: body.origin } };
  },
});
