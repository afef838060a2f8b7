import express, { type Express } from "express";
import helmet from "helmet";
import { mountCheckout } from "./checkout/mount-checkout.ts";
import type { BuiltFiles } from "./checkout/read-built-files.ts";
import type { Context } from "./context.ts";
import { mountDocs } from "./docs/mount-docs.ts";
import type { Limits } from "./http/limits.ts";
import { identifyRequest } from "./http/middleware/identify-request.ts";
import { logRequest } from "./http/middleware/log-request.ts";
import { mountRoute } from "./http/mount-route.ts";
import { answerProblems, notFound } from "./http/problems.ts";
import type { Route } from "./http/route.ts";
import { buildOpenapi } from "./openapi/build-openapi.ts";
import { serveOpenapi } from "./openapi/serve-openapi.ts";
import { advanceTestClock } from "./sandbox/advance-test-clock.ts";
import { cancelPayout } from "./payouts/cancel-payout.ts";
import { checkBvn } from "./identity/check-bvn.ts";
import { checkNin } from "./identity/check-nin.ts";
import { createCollection } from "./collections/create-collection.ts";
import { createCryptoCollection } from "./collections/create-crypto-collection.ts";
import { createPaymentLink } from "./payment-links/create-payment-link.ts";
import { createPayout } from "./payouts/create-payout.ts";
import { createVirtualAccount } from "./collections/create-virtual-account.ts";
import { getBalances } from "./ledger/get-balances.ts";
import { getCollection } from "./collections/get-collection.ts";
import { getEvent } from "./webhooks/get-event.ts";
import { getHealth } from "./health/get-health.ts";
import { getPaymentLink } from "./payment-links/get-payment-link.ts";
import { getPayout } from "./payouts/get-payout.ts";
import { getReadiness } from "./health/get-readiness.ts";
import { getTestClock } from "./sandbox/get-test-clock.ts";
import { getVirtualAccount } from "./collections/get-virtual-account.ts";
import { getWebhookEndpoint } from "./webhooks/get-webhook-endpoint.ts";
import { listBanks } from "./banks/list-banks.ts";
import { listCollections } from "./collections/list-collections.ts";
import { listEvents } from "./webhooks/list-events.ts";
import { listIdentityChecks } from "./identity/list-identity-checks.ts";
import { listPaymentLinks } from "./payment-links/list-payment-links.ts";
import { listPayouts } from "./payouts/list-payouts.ts";
import { listVirtualAccounts } from "./collections/list-virtual-accounts.ts";
import { recordProviderCredit } from "./collections/record-provider-credit.ts";
import { recoverEvents } from "./webhooks/recover-events.ts";
import { replayEvent } from "./webhooks/replay-event.ts";
import { rotateWebhookSecret } from "./webhooks/rotate-webhook-secret.ts";
import { sendTestEvent } from "./webhooks/send-test-event.ts";
import { setWebhookEndpoint } from "./webhooks/set-webhook-endpoint.ts";
import { signEvent } from "./webhooks/sign-event.ts";
import { simulateCollectionSuccess } from "./sandbox/simulate-collection-success.ts";
import { simulateCryptoPayment } from "./sandbox/simulate-crypto-payment.ts";
import { updatePaymentLink } from "./payment-links/update-payment-link.ts";
import { verifyAccount } from "./banks/verify-account.ts";

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
  built: BuiltFiles,
  { trustedProxyHops }: { trustedProxyHops: number },
): Express {
  const app = express();
  app.set("trust proxy", trustedProxyHops);
  app.set("query parser", "simple");
  app.set("etag", false);
  app.disable("x-powered-by");

  app.use(identifyRequest, logRequest(context.log), context.drain.middleware, helmet());
  mountCheckout(app, context, limits, built);
  const { publicUrl } = context.config;
  const document = buildOpenapi(routes, publicUrl);
  serveOpenapi(app, document);
  mountDocs(app);
  for (const route of Object.values<Route>(routes)) mountRoute(app, route, context, limits);
  app.use(() => {
    throw notFound();
  });
  app.use(answerProblems(context.log));
  return app;
}
