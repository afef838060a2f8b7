import { z } from "zod";
import { timestampJson } from "../../sql/formats/public-json.ts";

/** A merchant's clock in the test environment: the business times of test rows follow it. */
export const testClock = z
  .object({
    now: timestampJson.describe("The time of the merchant's test resources."),
    offsetMinutes: z.int().describe("How far it is ahead of real time."),
  })
  .meta({ id: "TestClock", description: "The clock of the merchant's test environment." });
