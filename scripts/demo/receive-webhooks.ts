import { once } from "node:events";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { verify, WebhookVerificationError, type WebhookEvent } from "../../sdk/node/webhooks-node.ts";

const ARRIVES_WITHIN_MS = 30_000;

export type WebhookReceiver = {
  /** Resolves when an event of this type about `reference` arrives; raises after 30 s. */
  waitFor: (type: string, reference: string) => Promise<void>;
  close: () => void;
};

/**
 * The demo merchant's webhook receiver, on `port` of this machine. Responds with 204 to what is signed with `secret`,
 * once `handle` is done, with 500 if that fails, and otherwise with 400. Raises if the port is taken.
 */
export async function receiveWebhooks(
  port: number,
  secret: string,
  handle: (event: WebhookEvent) => Promise<void> = async () => {},
): Promise<WebhookReceiver> {
  const received: WebhookEvent[] = [];
  let refusal: WebhookVerificationError | undefined;
  let onEvent = () => {};
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    try {
      const event = verify(body, request.headers["x-service-signature"], secret);
      await handle(event);
      received.push(event);
      response.writeHead(204).end();
    } catch (error) {
      if (error instanceof WebhookVerificationError) refusal = error;
      else console.error(error);
      response.writeHead(error === refusal ? 400 : 500).end((error as Error).message);
    }
    onEvent();
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening").catch(() => {
    throw new Error(
      `Port ${port}, where the demo's webhooks go, is taken: stop your own receiver first, or set DEMO_SHOP_PORT.`,
    );
  });

  const hasArrived = (type: string, reference: string) =>
    received.some(
      (event) => event.type === type && "reference" in event.data && event.data.reference === reference,
    );
  return {
    waitFor: async (type, reference) => {
      const deadline = Date.now() + ARRIVES_WITHIN_MS;
      while (!hasArrived(type, reference)) {
        if (Date.now() > deadline) {
          const refused =
            refusal === undefined
              ? ""
              : `; one came that was refused: ${refusal.message} Where the secret was rotated, npm start ` +
                "keeps the new one in demo.json at its next start.";
          throw new Error(
            `${type} of ${reference} did not arrive within ${ARRIVES_WITHIN_MS / 1000} s${refused}`,
          );
        }
        await Promise.race([new Promise<void>((resolve) => (onEvent = resolve)), sleep(500)]);
      }
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
