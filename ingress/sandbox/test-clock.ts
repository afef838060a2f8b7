import { z } from "zod";
import { timestampJson } from "../../sql/formats/public-json.ts";

/** A merchant's clock in the test environment: the business times of test rows follow it. */
export const testClock = z
  .object({
    now: timestampJson.describe("The current time in test mode."),
    offsetMinutes: z.int().describe("How far the clock is ahead of real time."),
  })
  .meta({ id: "TestClock", description: "The merchant's test clock." });
