import { z } from "zod";
import { advanceTestClock as advance } from "../../sql/clock/test-clock.ts";
import { invalid } from "../http/problems.ts";
import { testClock } from "./test-clock.ts";
import { route } from "../http/route.ts";

const YEAR_IN_MINUTES = 525_600;
const minutes = `must be a whole number of minutes from 1 to ${YEAR_IN_MINUTES}`;

/** Moves the merchant's test clock ahead; work that is due by the new time is done at once. */
export const advanceTestClock = route({
  method: "post",
  path: "/v1/sandbox/clock/advance",
  summary: "Advance the test clock",
  scope: null,
  testKeyOnly: true,
  request: {
    body: z.object({ minutes: z.int({ error: minutes }).min(1, minutes).max(YEAR_IN_MINUTES, minutes) }),
  },
  success: { status: 200, data: testClock },
  handler: async ({ caller, body }, { database }) => {
    const clock = await advance(database, { merchantId: caller.merchantId, minutes: body.minutes });
    if (clock === null)
      throw invalid({ minutes: "must not move the clock more than 100 years ahead in total" });
    return { data: clock };
  },
});
