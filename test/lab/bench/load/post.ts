import { randomInt, randomUUID } from "node:crypto";
import { openConnections, send } from "../../client/send.ts";
import { destination } from "./destination.ts";
import { keepBusy, type Load, type Loaded } from "./keep-busy.ts";
import { serve } from "../../fork-program.ts";

/** The requests to send, in turns to each URL with each key. */
export type Posts = Load & { urls: string[]; keys: string[]; what: keyof typeof requests };

const amount = { value: 10_000, currency: "NGN" };

const requests = {
  payout: () => ({
    path: "/v1/payouts",
    headers: { "idempotency-key": randomUUID() },
    body: { amount, destination },
    status: 201,
  }),
  /** Another account each time, so that each needs a name enquiry. */
  account: () => ({
    path: "/v1/banks/verify-account",
    headers: {},
    body: { bankCode: "044", accountNumber: String(randomInt(1e9, 1e10)) },
    status: 200,
  }),
  /** As large as a webhook about a payout. */
  webhook: () => ({
    path: "/hooks/1",
    headers: { "webhook-id": randomUUID(), "webhook-signature": "v1,".padEnd(47, "x") },
    body: {
      id: randomUUID(),
      type: "payout.succeeded",
      data: { amount, destination, note: "".padEnd(400, "x") },
    },
    status: 200,
  }),
};

/** Posts JSON from its own process, with a connection per client. */
async function post({ urls, keys, what, ...load }: Posts): Promise<Loaded> {
  const dispatcher = openConnections(Math.ceil(load.clients / urls.length));
  let next = 0;
  return keepBusy(load, async () => {
    const turn = next++;
    const { path, headers, body, status } = requests[what]();
    const sent = { key: keys[turn % keys.length], headers, body };
    const response = await send(`${urls[turn % urls.length]}${path}`, sent, { dispatcher });
    const text = await response.body.text();
    if (response.statusCode !== status) throw new Error(`${path} responded ${response.statusCode}: ${text}`);
  });
}

serve({ run: post });
