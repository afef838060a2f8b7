import type { Express } from "express";
import type { ProcessContext } from "../context.ts";
import type { Limits } from "../http/limits/create-limits.ts";
import type { RefusalPace } from "../http/limits/refusal-pace.ts";
import { authenticateSession, callForMerchant } from "../http/middleware/authenticate-session.ts";
import { requirePermission } from "../http/middleware/require-permission.ts";
import { mountGet } from "../http/mount-route.ts";
import { limitStreamsOfSession } from "./limit-streams-of-session.ts";
import { streamUpdates } from "./stream-updates.ts";

const path = "/dashboard/api/:environment/updates";

/** Refuses streams of sessions that have too many: mount it first, after the request's id, trace and time. */
export function mountLimitOfUpdates(app: Express, { drain }: ProcessContext, paceRefusal: RefusalPace): void {
  app.get(path, limitStreamsOfSession(drain, paceRefusal));
}

/** Serves the stream of a merchant's changes to people who may read them. Not a route: its response has no end. */
export function mountUpdates(app: Express, context: ProcessContext, limits: Limits): void {
  mountGet(
    app,
    path,
    authenticateSession({ pools: context.pools, limits }),
    callForMerchant,
    limits.all,
    requirePermission({ permission: "read" }),
    streamUpdates(context),
  );
}
