import express, { type Express } from "express";
import helmet from "helmet";
import { mountCheckout } from "./checkout/mount-checkout.ts";
import { readBuiltFiles } from "./checkout/read-built-files.ts";
import type { Context } from "./context.ts";
import { mountDocs } from "./docs/mount-docs.ts";
import type { Limits } from "./limits.ts";
import { identifyRequest } from "./middleware/identify-request.ts";
import { logRequest } from "./middleware/log-request.ts";
import { mountRoute } from "./mount-route.ts";
import { answerProblems, notFound } from "./problems.ts";
import type { Route } from "./route.ts";
import { advanceTestClock } from "./routes/advance-test-clock.ts";
import { cancelPayout } from "./routes/cancel-payout.ts";
import { checkBvn } from "./routes/check-bvn.ts";
import { checkNin } from "./routes/check-nin.ts";
import { createCollection } from "./routes/create-collection.ts";
import { createCryptoCollection } from "./routes/create-crypto-collection.ts";
import { createPaymentLink } from "./routes/create-payment-link.ts";
import { createPayout } from "./routes/create-payout.ts";
import { createVirtualAccount } from "./routes/create-virtual-account.ts";
import { getBalances } from "./routes/get-balances.ts";
import { getCollection } from "./routes/get-collection.ts";
import { getEvent } from "./routes/get-event.ts";
import { getHealth } from "./routes/get-health.ts";
import { getPaymentLink } from "./routes/get-payment-link.ts";
import { getPayout } from "./routes/get-payout.ts";
import { getReadiness } from "./routes/get-readiness.ts";
import { getTestClock } from "./routes/get-test-clock.ts";
import { getVirtualAccount } from "./routes/get-virtual-account.ts";
import { getWebhookEndpoint } from "./routes/get-webhook-endpoint.ts";
import { listBanks } from "./routes/list-banks.ts";
import { listCollections } from "./routes/list-collections.ts";
import { listEvents } from "./routes/list-events.ts";
import { listIdentityChecks } from "./routes/list-identity-checks.ts";
import { listPaymentLinks } from "./routes/list-payment-links.ts";
import { listPayouts } from "./routes/list-payouts.ts";
import { listVirtualAccounts } from "./routes/list-virtual-accounts.ts";
import { recordProviderCredit } from "./routes/record-provider-credit.ts";
import { recoverEvents } from "./routes/recover-events.ts";
import { replayEvent } from "./routes/replay-event.ts";
import { rotateWebhookSecret } from "./routes/rotate-webhook-secret.ts";
import { sendTestEvent } from "./routes/send-test-event.ts";
import { setWebhookEndpoint } from "./routes/set-webhook-endpoint.ts";
import { signEvent } from "./routes/sign-event.ts";
import { simulateCollectionSuccess } from "./routes/simulate-collection-success.ts";
import { simulateCryptoPayment } from "./routes/simulate-crypto-payment.ts";
import { updatePaymentLink } from "./routes/update-payment-link.ts";
import { verifyAccount } from "./routes/verify-account.ts";

/** Every endpoint of the service, by the name that its documentation and generated clients know it by. */
export const routes = {
  getHealth,
  getReadiness,
  checkBvn,
  checkNin,
  listIdentityChecks,
  listBanks,
  verifyAccount,
  createVirtualAccount,
  listVirtualAccounts,
  getVirtualAccount,
  createPaymentLink,
  listPaymentLinks,
  getPaymentLink,
  updatePaymentLink,
  createCollection,
  createCryptoCollection,
  listCollections,
  getCollection,
  simulateCollectionSuccess,
  simulateCryptoPayment,
  getTestClock,
  advanceTestClock,
  createPayout,
  listPayouts,
  getPayout,
  cancelPayout,
  getBalances,
  setWebhookEndpoint,
  getWebhookEndpoint,
  rotateWebhookSecret,
  sendTestEvent,
  listEvents,
  getEvent,
  replayEvent,
  recoverEvents,
  signEvent,
  recordProviderCredit,
} satisfies Record<string, Route>;

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
  const built = readBuiltFiles();
  mountCheckout(app, context, limits, built);
  mountDocs(app, routes, { publicUrl: context.config.publicUrl, widget: built.widgets.at(-1)! });
  for (const route of Object.values<Route>(routes)) mountRoute(app, route, context, limits);
  app.use(() => {
    throw notFound();
  });
  app.use(answerProblems(context.log));
  return app;
}
