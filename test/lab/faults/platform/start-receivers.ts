import { createHmac, timingSafeEqual } from "node:crypto";
import { startReceiver, type Received, type Receiver } from "../../../helpers/outside/start-receiver.ts";
import type { Random } from "../../random.ts";

/** The percentage of deliveries that receivers mishandle while faults are injected. */
const BADLY = 15;
const manners = ["500", "drop", "hang", "redirect", "huge"] as const;

/** The deliveries of one event: the first one's bytes, and whether others differed. */
type Delivered = { body: Buffer; times: number; acknowledged: number; differs: boolean };

export type Receivers = AsyncDisposable & {
  /** The URL for a merchant's webhooks. */
  urlOf(merchant: string): string;
  /** Everything that arrived with a valid signature, by event. */
  delivered: Map<string, Delivered>;
  /** How many requests had a wrong signature. */
  forged: number;
  /** The secret of a merchant's endpoint. */
  setSecret(merchant: string, secret: string): void;
  setFaulty(isFaulty: boolean): void;
};

/** The merchants' webhook receivers, in one server: each merchant has its own path. */
export async function startReceivers(random: Random): Promise<Receivers> {
  const secrets = new Map<string, string>();
  const delivered: Receivers["delivered"] = new Map();
  let isFaulty = false;

  const server: Receiver = await startReceiver((response, received) => {
    // The server stores all requests, which an hour's run does not need.
    server.requests.length = 0;
    const id = String(received.headers["webhook-id"]);
    const merchant = received.url.split("/").at(-1)!;
    if (!isSigned(received, secrets.get(merchant))) {
      receivers.forged += 1;
      return void response.writeHead(400).end();
    }
    const known = delivered.get(id);
    const entry = known ?? { body: received.body, times: 0, acknowledged: 0, differs: false };
    delivered.set(id, entry);
    entry.times += 1;
    entry.differs ||= !entry.body.equals(received.body);
    if (isFaulty && random.between(0, 100) < BADLY) return misbehave();
    entry.acknowledged += 1;
    response.writeHead(200).end("thanks");

    function misbehave(): void {
      switch (random.pick(manners)) {
        case "500":
          return void response.writeHead(500).end();
        case "drop":
          return void response.socket?.resetAndDestroy();
        case "hang":
          return;
        case "redirect":
          return void response.writeHead(302, { location: `${server.url}/elsewhere` }).end();
        case "huge":
          return void response.writeHead(503).end("x".repeat(1024 * 1024));
      }
    }
  });

  const receivers: Receivers = {
    urlOf: (merchant) => `${server.url}/${merchant}`,
    delivered,
    forged: 0,
    setSecret: (merchant, secret) => void secrets.set(merchant, secret),
    setFaulty: (next) => (isFaulty = next),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return receivers;
}

/** Checks a delivery as documented for merchants: HMAC-SHA256 over the time, a dot and the bytes. */
function isSigned({ headers, body }: Received, secret: string | undefined): boolean {
  const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})/.exec(String(headers["x-service-signature"])) ?? [];
  if (secret === undefined || signature === undefined) return false;
  const expected = createHmac("sha256", secret).update(`${time}.`).update(body).digest();
  return timingSafeEqual(Buffer.from(signature, "hex"), expected);
}
