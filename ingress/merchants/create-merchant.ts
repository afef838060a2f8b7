import { z } from "zod";
import { addOwnMerchant } from "../../sql/members/members.ts";
import { renewSession, showMerchant } from "../../sql/sessions/sessions.ts";
import { printable } from "../http/fields.ts";
import { conflict } from "../http/problems.ts";
import { personRoute } from "../http/session-route.ts";
import { sessionCookie } from "../http/session.ts";

export const createMerchant = personRoute({
  method: "post",
  path: "/dashboard/api/merchants",
  summary: "Create a merchant and switch to it",
  permission: "person",
  request: { body: z.object({ businessName: printable(100) }) },
  success: { status: 201, data: z.object({ merchant: z.string() }) },
  errors: ["STATE_CONFLICT"],
  handler: async ({ session, body: { businessName } }, { database }) => {
    const added = { personId: session.personId, name: businessName, acting: session.acting };
    const { reference: merchant } = await addOwnMerchant(database, added);
    if (merchant === null) throw conflict("You've reached the limit of 10 businesses.");
    await showMerchant(database, { sessionId: session.id, reference: merchant });
    const token = await renewSession(database, session.id, { proved: false });
    return {
      data: { merchant },
      ...(token !== null && { headers: { "set-cookie": sessionCookie.set(token) } }),
    };
  },
});
