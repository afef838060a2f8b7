import { randomInt, randomUUID } from "node:crypto";
import { Pool } from "undici";
import { destination } from "./destination.ts";
import { keepBusy, type Load, type Loaded } from "./keep-busy.ts";
import { respondWith } from "../../apart.ts";

/** What to send, in turns to each URL with each key. */
export type Posts = Load & { urls: string[]; keys: string[]; what: keyof typeof requests };

const amount = { value: 10_000, currency: "NGN" };

const requests = {
  payout: () => ({
    path: "/v1/payouts",
    headers: { "idempotency-key": randomUUID() },
    body: { amount, destination },
    status: 201,
  }),
  /** Another account each time: the bank is asked. */
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

/** Posts JSON from a process of its own, over as many connections as there are clients. */
async function post({ urls, keys, what, ...load }: Posts): Promise<Loaded> {
  const connections = Math.ceil(load.clients / urls.length);
  const pools = urls.map((url) => new Pool(url, { connections, pipelining: 1 }));
  let next = 0;
  return keepBusy(load, async () => {
    const turn = next++;
    const { path, headers, body, status } = requests[what]();
    const response = await pools[turn % pools.length]!.request({
      method: "POST",
      path,
      headers: {
        authorization: `Bearer ${keys[turn % keys.length]}`,
        "content-type": "application/json",
        ...headers,
      },
      body: JSON.stringify(body),
    });
    const text = await response.body.text();
    if (response.statusCode !== status) throw new Error(`${path} responded ${response.statusCode}: ${text}`);
  });
}

respondWith(post);
