import { z } from "zod";
import { endSessions } from "../../sql/sessions/sessions.ts";
import { personRoute } from "../http/session-route.ts";

export const endOtherSessions = personRoute({
  method: "post",
  path: "/dashboard/api/sessions/end-others",
  summary: "Sign out of all other sessions",
  permission: "person",
  guardsAccount: true,
  success: { status: 200, data: z.object({ ended: z.int() }) },
  handler: async ({ session }, { database }) => {
    const ended = await endSessions(database, {
      personId: session.personId,
      except: session.id,
      acting: session.acting,
    });
    return { data: { ended } };
  },
});
