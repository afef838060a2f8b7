import type { RequestHandler } from "express";
import { callerOf } from "../caller.ts";
import { Problem } from "../problems.ts";

/** Refuses live keys: the sandbox is for test keys only. */
export const requireTestKey: RequestHandler = (_request, response, next) => {
  if (callerOf(response).environment !== "test") {
    throw new Problem(
      "SANDBOX_TEST_KEY_REQUIRED",
      "The sandbox is only available in test mode. Use a test key (sk_test_...).",
    );
  }
  next();
};
