import { z } from "zod";
import { endSessions } from "../../sql/sessions/sessions.ts";
import { reference } from "../http/fields.ts";
import { notFound } from "../http/problems.ts";
import { personRoute } from "../http/session-route.ts";

export const endSession = personRoute({
  method: "post",
  path: "/dashboard/api/sessions/:reference/end",
  summary: "Sign out of one session",
  permission: "person",
  guardsAccount: true,
  request: { params: z.object({ reference: reference("ses") }) },
  success: { status: 200, data: z.object({ ended: z.int() }) },
  handler: async ({ session, params }, { database }) => {
    const ended = await endSessions(database, {
      personId: session.personId,
      ...params,
      acting: session.acting,
    });
    if (ended === 0) throw notFound();
    return { data: { ended } };
  },
});
