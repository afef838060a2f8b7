import { z } from "zod";
import { timestampJson } from "../../sql/public-json.ts";

/** A merchant's clock in the test environment: business times of test rows go by it. */
export const testClock = z
  .object({
    now: timestampJson.describe("What time it is for the merchant's test resources."),
    offsetMinutes: z.int().describe("How far that is ahead of the real time."),
  })
  .meta({ id: "TestClock", description: "The clock of the merchant's test environment." });
