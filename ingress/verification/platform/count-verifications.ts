import { z } from "zod";
import { countWaitingVerifications } from "../../../sql/verification/verification-reviews.ts";
import { personRoute } from "../../http/session-route.ts";

export const countVerifications = personRoute({
  method: "get",
  path: "/dashboard/api/platform/summary",
  summary: "Count the businesses that wait for a decision of this reviewer",
  permission: "review",
  request: {},
  success: {
    status: 200,
    data: z.object({ waiting: z.int().describe("Up to 1,000, which stands for more.") }),
  },
  errors: [],
  handler: async ({ session }, { database }) => ({
    data: { waiting: await countWaitingVerifications(database, session.personId) },
  }),
});
