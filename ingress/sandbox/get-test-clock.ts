import { readTestClock } from "../../sql/clock/test-clock.ts";
import { testClock } from "./test-clock.ts";
import { route } from "../http/route.ts";

export const getTestClock = route({
  method: "get",
  path: "/v1/sandbox/clock",
  summary: "Get the test clock",
  scope: null,
  testKeyOnly: true,
  success: { status: 200, data: testClock },
  handler: async ({ caller }, { database }) => ({
    data: await readTestClock(database, { merchantId: caller.merchantId }),
  }),
});
