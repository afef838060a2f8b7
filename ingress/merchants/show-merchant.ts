import { z } from "zod";
import { renewSession, showMerchant as show } from "../../sql/sessions/sessions.ts";
import { reference } from "../http/fields.ts";
import { notFound } from "../http/problems.ts";
import { personRoute } from "../http/session-route.ts";
import { sessionCookie } from "../http/session.ts";

export const showMerchant = personRoute({
  method: "post",
  path: "/dashboard/api/session/merchant",
  summary: "Switch to another merchant",
  permission: "person",
  request: { body: z.object({ merchant: reference("mer") }) },
  success: { status: 200, data: z.object({ merchant: z.string() }) },
  errors: ["NOT_FOUND"],
  handler: async ({ session, body: { merchant } }, { database }) => {
    if (!(await show(database, { sessionId: session.id, reference: merchant }))) throw notFound();
    // The person may have other rights there, so the token changes.
    const token = await renewSession(database, session.id, { proved: false });
    return {
      data: { merchant },
      ...(token !== null && { headers: { "set-cookie": sessionCookie.set(token) } }),
    };
  },
});
