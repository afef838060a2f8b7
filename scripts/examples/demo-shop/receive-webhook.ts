import type { RequestHandler } from "express";
import { verify, type WebhookVerificationError } from "../../../sdk/node/webhooks-node.ts";
import type { Fulfilment, Orders, Payment } from "./orders.ts";

/**
 * Handles the service's webhooks, the shop's only proof of a payment. The route needs the body's raw bytes:
 * express.raw(), and no express.json() before it.
 */
export function receiveWebhook(
  orders: Orders,
  secret: string,
  report: (line: string) => void,
): RequestHandler {
  return (request, response) => {
    let event;
    try {
      event = verify(request.body, request.headers["x-service-signature"], secret);
    } catch (error) {
      const { message } = error as WebhookVerificationError;
      report(`Refused a webhook. ${message}`);
      response.status(400).send(message);
      return;
    }
    if (event.type === "collection.success") {
      const payment = event.data as Payment;
      report(describe[orders.fulfil(payment)](event.reference, payment));
    }
    // For events of any type, even without an order: sending them again would change nothing.
    response.sendStatus(204);
  };
}

const describe: Record<Fulfilment, (event: string, payment: Payment) => string> = {
  fulfilled: (event, { slug }) => `${event}: link ${slug} is paid, its order is fulfilled.`,
  already_fulfilled: (event, { slug }) => `${event}: link ${slug} was known to be paid.`,
  not_ours: (event) => `${event}: a payment, but of no order of this shop since it started.`,
  wrong_amount: (event, { slug, amount }) =>
    `${event}: link ${slug} was paid with ${amount.value} ${amount.currency}, which is not what its order costs. Nothing is fulfilled; look into it.`,
};
