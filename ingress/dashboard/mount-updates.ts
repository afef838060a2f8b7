import type { Express } from "express";
import type { ProcessContext } from "../context.ts";
import type { Limits } from "../http/limits/create-limits.ts";
import { authenticateSession, callForMerchant } from "../http/middleware/authenticate-session.ts";
import { requirePermission } from "../http/middleware/require-permission.ts";
import { mountGet } from "../http/mount-route.ts";
import { streamUpdates } from "./stream-updates.ts";

/** Serves the stream of a merchant's changes to people who may read them. Not a route: its response has no end. */
export function mountUpdates(app: Express, context: ProcessContext, limits: Limits): void {
  mountGet(
    app,
    "/dashboard/api/:environment/updates",
    authenticateSession({ pools: context.pools, limits }),
    callForMerchant,
    limits.all,
    requirePermission({ permission: "read" }),
    streamUpdates(context),
  );
}
