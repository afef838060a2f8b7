import { z } from "zod";
import { countWaitingVerifications } from "../../../sql/verification/verification-reviews.ts";
import { personRoute } from "../../http/session-route.ts";

export const countVerifications = personRoute({
  method: "get",
  path: "/dashboard/api/platform/summary",
  summary: "Count the businesses waiting for this reviewer",
  permission: "review",
  success: {
    status: 200,
    data: z.object({ waiting: z.int().describe("Counts up to 1,000. 1,000 means 1,000 or more.") }),
  },
  handler: async ({ session }, { database }) => ({
    data: { waiting: await countWaitingVerifications(database, session.personId) },
  }),
});
