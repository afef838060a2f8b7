import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sandboxDestination } from "../helpers/sandbox-destination.ts";
import type { Random } from "./random.ts";

/** What becomes of a payout in the sandbox, by account number. */
const fates = {
  "0123456789": "succeeded",
  "0000000001": "failed",
  "0000000003": "reversed",
  "0000000004": "succeeded",
} as const;
type AccountNumber = keyof typeof fates;

/** Most are plain; enough of them reverse, or lose their response. */
const mix: AccountNumber[] = [
  "0123456789",
  "0123456789",
  "0000000001",
  "0000000003",
  "0000000003",
  "0000000004",
];

export type Sending = {
  /** The references of the payouts that were accepted, with their fates. */
  accepted: Map<string, (typeof fates)[AccountNumber]>;
  stop(): Promise<void>;
};

/** Sends payouts at a steady pace, each with its key until it has a response, as a careful merchant does. */
export async function sendPayouts(
  url: string,
  key: string,
  perSecond: number,
  random: Random,
): Promise<Sending> {
  const accepted: Sending["accepted"] = new Map();
  const destinations = new Map(
    await Promise.all(
      (Object.keys(fates) as AccountNumber[]).map(
        async (account) => [account, await sandboxDestination(url, key, account)] as const,
      ),
    ),
  );
  let stopped = false;
  const underWay = new Set<Promise<void>>();

  async function send(account: AccountNumber): Promise<void> {
    const idempotencyKey = randomUUID();
    for (;;) {
      const response = await fetch(`${url}/v1/payouts`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          "idempotency-key": idempotencyKey,
        },
        body: JSON.stringify({
          amount: { value: 100, currency: "NGN" },
          destination: destinations.get(account),
        }),
        signal: AbortSignal.timeout(30_000),
      }).catch(() => undefined);
      if (response?.status === 201) {
        const { data } = (await response.json()) as { data: { reference: string } };
        return void accepted.set(data.reference, fates[account]);
      }
      if (response !== undefined && response.status < 500 && response.status !== 429)
        throw new Error(`a payout was refused: ${response.status} ${await response.text()}`);
      await sleep(500);
    }
  }

  const sending = (async () => {
    while (!stopped) {
      const one = send(random.pick(mix)).finally(() => underWay.delete(one));
      underWay.add(one);
      await sleep(1_000 / perSecond);
    }
    await Promise.all(underWay);
  })();
  return {
    accepted,
    stop: async () => {
      stopped = true;
      await sending;
    },
  };
}
