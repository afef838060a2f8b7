import express, { type Express } from "express";
import helmet from "helmet";
import type { Context } from "./context.ts";
import type { Limits } from "./limits.ts";
import { identifyRequest } from "./middleware/identify-request.ts";
import { logRequest } from "./middleware/log-request.ts";
import { mountRoute } from "./mount-route.ts";
import { answerProblems, notFound } from "./problems.ts";
import type { Route } from "./route.ts";
import { cancelPayout } from "./routes/cancel-payout.ts";
import { createPayout } from "./routes/create-payout.ts";
import { createVirtualAccount } from "./routes/create-virtual-account.ts";
import { getBalances } from "./routes/get-balances.ts";
import { getCollection } from "./routes/get-collection.ts";
import { getEvent } from "./routes/get-event.ts";
import { getHealth } from "./routes/get-health.ts";
import { getPayout } from "./routes/get-payout.ts";
import { getReadiness } from "./routes/get-readiness.ts";
import { getVirtualAccount } from "./routes/get-virtual-account.ts";
import { listBanks } from "./routes/list-banks.ts";
import { listCollections } from "./routes/list-collections.ts";
import { listEvents } from "./routes/list-events.ts";
import { listPayouts } from "./routes/list-payouts.ts";
import { listVirtualAccounts } from "./routes/list-virtual-accounts.ts";
import { simulateCollectionSuccess } from "./routes/simulate-collection-success.ts";
import { verifyAccount } from "./routes/verify-account.ts";

/** Every endpoint of the service. */
export const routes: readonly Route[] = [
  getHealth,
  getReadiness,
  listBanks,
  verifyAccount,
  createVirtualAccount,
  listVirtualAccounts,
  getVirtualAccount,
  listCollections,
  getCollection,
  simulateCollectionSuccess,
  createPayout,
  listPayouts,
  getPayout,
  cancelPayout,
  getBalances,
  listEvents,
  getEvent,
];

/** The HTTP application. It opens nothing of its own: connections, limits and settings come from start-ingress.ts. */
export function createApp(
  context: Context,
  limits: Limits,
  { trustedProxyHops }: { trustedProxyHops: number },
): Express {
  const app = express();
  app.set("trust proxy", trustedProxyHops);
  app.set("query parser", "simple");
  app.set("etag", false);
  app.disable("x-powered-by");

  app.use(identifyRequest, logRequest(context.log), context.drain.middleware, helmet());
  for (const route of routes) mountRoute(app, route, context, limits);
  app.use(() => {
    throw notFound();
  });
  app.use(answerProblems(context.log));
  return app;
}
