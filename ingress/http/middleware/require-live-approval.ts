import type { RequestHandler } from "express";
import { callerOf } from "../caller.ts";
import { approvalNeeded } from "../problems.ts";

/** Refuses live keys of merchants that are not approved. For routes that change something: reading stays allowed. */
export const requireLiveApproval: RequestHandler = (_request, response, next) => {
  if (!callerOf(response).isLiveApproved) throw approvalNeeded();
  next();
};
