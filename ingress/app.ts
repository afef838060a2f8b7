import express, { type Express } from "express";
import helmet from "helmet";
import { domains, routes } from "./api-routes.ts";
import { mountCheckout } from "./checkout/mount-checkout.ts";
import { streamsOfPayer } from "./checkout/stream-session.ts";
import type { BuiltFiles } from "./checkout/read-built-files.ts";
import type { ProcessContext } from "./context.ts";
import { dashboardRoutes } from "./dashboard/dashboard-routes.ts";
import { mountDashboard } from "./dashboard/mount-dashboard.ts";
import { mountUpdates } from "./dashboard/mount-updates.ts";
import { updatesOfSession } from "./dashboard/stream-updates.ts";
import { mountDocs } from "./docs/mount-docs.ts";
import { refuseRepeatedHeaders } from "./http/middleware/refuse-repeated-headers.ts";
import { showRoot } from "./show-root.ts";
import type { Limits } from "./http/limits/create-limits.ts";
import { closeSlowReaders } from "./http/limits/close-slow-readers.ts";
import { limitBodyTime } from "./http/limits/body-pace.ts";
import { limitStreams } from "./http/limits/limit-streams.ts";
import { createRefusalPace } from "./http/limits/refusal-pace.ts";
import { allowNotModified } from "./http/middleware/allow-not-modified.ts";
import { identifyRequest } from "./http/middleware/identify-request.ts";
import { keepRequest } from "./http/middleware/keep-request.ts";
import { logRequest } from "./http/middleware/log-request.ts";
import { traceRequest } from "./http/middleware/trace-request.ts";
import { mountGet, mountRoutes } from "./http/mount-route.ts";
import { showKeptMails } from "./mails/show-kept-mails.ts";
import { respondWithProblem } from "./http/middleware/respond-with-problem.ts";
import { unknownPath } from "./http/problems.ts";
import { limitTime } from "./http/request-database.ts";
import { buildOpenapi } from "./openapi/build-openapi.ts";
import { serveOpenapi } from "./openapi/serve-openapi.ts";
import { noticeRoutes } from "./gateways/receive-notices.ts";

/** Creates the HTTP application. Connections, limits and settings come from start-ingress.ts. */
export function createApp(
  context: ProcessContext,
  limits: Limits,
  built: BuiltFiles,
  { trustedProxyHops }: { trustedProxyHops: number },
): Express {
  const app = express();
  app.set("trust proxy", trustedProxyHops);
  app.set("query parser", "simple");
  // Express would tag every JSON response and send 304 for it. Responses with a merchant's data are never kept
  // (no-store), so a tag would be of no use. What may be kept sets its own.
  app.set("etag", false);
  app.disable("x-powered-by");
  app.set("own origin", new URL(context.config.publicUrl).origin);

  const { responseTimeoutMs } = context.config;
  const paceRefusal = createRefusalPace();
  app.use(identifyRequest, traceRequest, limitTime(responseTimeoutMs), closeSlowReaders, limitBodyTime);
  for (const limit of [streamsOfPayer, updatesOfSession])
    app.get(limit.path, limitStreams(limit, context.drain, paceRefusal));
  app.use(logRequest(context.log), context.drain.middleware);
  app.use(keepRequest(context.requestLog), allowNotModified, helmet(), refuseRepeatedHeaders);
  mountCheckout(app, context, limits, built);
  const { publicUrl } = context.config;
  const limitFiles = limits.byAddress["public-files"];
  serveOpenapi(app, () => buildOpenapi(domains, publicUrl), limitFiles);
  mountDocs(app, limitFiles);
  mountGet(app, "/", showRoot);
  mountDashboard(app, limitFiles);
  if (context.config.showsKeptMails) mountGet(app, "/dev/mail", showKeptMails(context));
  mountRoutes(app, Object.values(routes), context, limits);
  mountRoutes(app, dashboardRoutes, context, limits);
  // No merchant calls them, so the description of the API does not have them.
  mountRoutes(app, noticeRoutes, context, limits);
  mountUpdates(app, context, limits);
  app.use(() => {
    throw unknownPath();
  });
  app.use(respondWithProblem(context.log, paceRefusal));
  return app;
}
