import { z } from "zod";
import { listSessions as list } from "../../sql/sessions/sessions.ts";
import { personRoute } from "../http/session-route.ts";
import { describeDevice } from "./describe-device.ts";

const listedSession = z
  .object({
    reference: z.string(),
    device: z.string().describe("The browser and operating system, as reported by the browser."),
    address: z.string().nullable(),
    createdAt: z.string(),
    lastSeenAt: z.string(),
    isThis: z.boolean(),
  })
  .meta({ id: "PersonSession", description: "A session of the person." });

export const listSessions = personRoute({
  method: "get",
  path: "/dashboard/api/sessions",
  summary: "List the person's sessions",
  permission: "person",
  guardsAccount: true,
  success: { status: 200, data: z.array(listedSession) },
  handler: async ({ session }, { database }) => {
    const sessions = await list(database, { personId: session.personId });
    return {
      data: sessions.map(({ id, userAgent, ...listed }) => ({
        ...listed,
        device: describeDevice(userAgent),
        isThis: id === session.id,
      })),
    };
  },
});
