import { z } from "zod";
import { endSessions } from "../../sql/sessions/sessions.ts";
import { personRoute } from "../http/session-route.ts";
import { sessionCookie } from "../http/session.ts";

export const endAllSessions = personRoute({
  method: "post",
  path: "/dashboard/api/sessions/end-all",
  summary: "Sign out of all sessions, including this one",
  permission: "person",
  guardsAccount: true,
  success: { status: 200, data: z.object({ ended: z.int() }) },
  handler: async ({ session }, { database }) => {
    const ended = await endSessions(database, { personId: session.personId, acting: session.acting });
    return { data: { ended }, headers: { "set-cookie": sessionCookie.forgotten } };
  },
});
