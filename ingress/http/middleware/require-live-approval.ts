import type { RequestHandler } from "express";
import { callerOf } from "../caller.ts";
import { Problem } from "../problems.ts";

/** Refuses live keys of merchants that are not approved. For routes that change something: reading stays allowed. */
export const requireLiveApproval: RequestHandler = (_request, response, next) => {
  if (!callerOf(response).isLiveApproved) {
    throw new Problem(
      "KYB_LIVE_REQUIRED",
      "Live keys act once the business is verified. Until then use a test key (sk_test_...).",
    );
  }
  next();
};
