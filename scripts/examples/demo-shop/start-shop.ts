import { once } from "node:events";
import { fileURLToPath } from "node:url";
import express, { type ErrorRequestHandler, type RequestHandler } from "express";
import { forwardEvents } from "../../demo/forward-events.ts";
import type { DemoAccess } from "../../start/read-demo.ts";
import { ApiError, Service } from "../../../sdk/node/index.ts";
import { catalogue } from "./catalogue.ts";
import { listenOnLocalhost } from "./listen-on-localhost.ts";
import { Orders } from "./orders.ts";
import { missingPage, orderPage, reactPage, shopPage } from "./pages.ts";
import { placeOrder } from "./place-order.ts";
import { protectPages } from "./protect-pages.ts";
import { receiveWebhook } from "./receive-webhook.ts";

type Options = {
  port: number;
  service: DemoAccess;
  /** The script of the React page. */
  reactScript: string;
  report: (line: string) => void;
};

export type Shop = { url: string; stop: () => Promise<void> };

/** Opens the shop on `port`. Raises if the port is taken or the service does not respond. */
export async function startShop({ port, service, reactScript, report }: Options): Promise<Shop> {
  const api = new Service(service.secretKey, { baseUrl: service.baseUrl });
  const url = `http://localhost:${port}`;
  const orders = new Orders();
  const app = express();
  app.disable("x-powered-by");
  app.post(
    "/webhooks",
    express.raw({ type: "application/json" }),
    receiveWebhook(orders, service.webhookSecret, report),
  );
  app.use(toOrigin(url), protectPages(service.baseUrl));

  app.get("/", (_request, response) => void response.send(shopPage(service.baseUrl)));
  app.get("/react", (_request, response) => void response.send(reactPage(service.baseUrl)));
  app.get("/react.js", (_request, response) => void response.type("js").send(reactScript));
  app.use(express.static(fileURLToPath(new URL("browser", import.meta.url))));

  app.post("/orders", express.json(), acceptOrder(orders, api));
  app.get("/orders/:id", (request, response) => {
    const order = orders.find(request.params.id);
    if (order === undefined) response.status(404).send(missingPage());
    else response.send(orderPage(service.baseUrl, order));
  });
  app.get("/orders/:id/status", (request, response) => {
    const order = orders.find(request.params.id);
    if (order === undefined) response.status(404).json({ message: "There is no such order." });
    else response.set("cache-control", "no-store").json({ status: order.status });
  });
  app.use((_request, response) => void response.status(404).send(missingPage()));
  app.use(respondToFailure(report));

  const servers = await listenOnLocalhost(app, port);
  const close = async () => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    }
  };
  const forwarding = await forwardEvents(api, port).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    url,
    stop: async () => {
      forwarding.stop();
      await close();
    },
  };
}

/** Redirects visitors to the one origin that is registered for embedding the checkout. */
function toOrigin(origin: string): RequestHandler {
  return (request, response, next) => {
    if (`http://${request.headers.host}` === origin) next();
    else response.redirect(307, `${origin}${request.originalUrl}`);
  };
}

function acceptOrder(orders: Orders, service: Service): RequestHandler {
  return async (request, response) => {
    const book = catalogue.find(({ id }) => id === request.body?.book);
    if (book === undefined) {
      response.status(404).json({ message: "There is no such book." });
      return;
    }
    const { id, slug } = await placeOrder(orders, service, book);
    response.status(201).json({ id, slug });
  };
}

/** Errors are for the shopkeeper; a visitor sees that it was not their fault. */
function respondToFailure(report: (line: string) => void): ErrorRequestHandler {
  return (error: Error & { status?: number }, _request, response, _next) => {
    // The status of a call to the service is not that of the visitor's request.
    const status = error instanceof ApiError ? undefined : error.status;
    if (status === undefined)
      report(error instanceof ApiError ? `${error.code}: ${error.message}` : error.message);
    response.status(status ?? 502).json({ message: "The order could not be made. Please try again." });
  };
}
