import { z } from "zod";
import { endSession } from "../../sql/sessions/sessions.ts";
import { personRoute } from "../http/session-route.ts";
import { sessionCookie } from "../http/session.ts";

export const signOut = personRoute({
  method: "post",
  path: "/dashboard/api/sign-out",
  summary: "Sign out",
  permission: "person",
  guardsAccount: true,
  success: { status: 200, data: z.object({ ended: z.literal(true) }) },
  handler: async ({ session }, { database }) => {
    await endSession(database, { personId: session.personId, reference: session.reference });
    return { data: { ended: true }, headers: { "set-cookie": sessionCookie.forgotten } };
  },
});
