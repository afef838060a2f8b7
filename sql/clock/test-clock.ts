import { z } from "zod";
import { call } from "../process/call.ts";

const clock = z.object({ now: z.string(), offsetMinutes: z.number() });

/** Moves a merchant's test clock ahead and does what becomes due. Null if it would be too far ahead. */
export const advanceTestClock = call("advance_test_clock", clock.nullable());

/** A merchant's test clock. */
export const readTestClock = call("test_clock_json", clock);
