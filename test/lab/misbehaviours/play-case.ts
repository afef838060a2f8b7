import { setTimeout as sleep } from "node:timers/promises";
import { createRandom, type Random } from "../random.ts";
import type { Case } from "./draw-cases.ts";
import { askAbout, passDay, passTenMinutes, untilIdle, untilNextPoll } from "./move-on.ts";
import { scriptProvider, type Told } from "./script-provider.ts";
import type { Lane } from "./start-lane.ts";
import { startNotices } from "./start-notices.ts";

export type Played = {
  /** The amount of each payout that clients know, by its reference. */
  accepted: Map<string, number>;
  refused: string[];
  told: { paystack: Told; monnify: Told };
};

/** The percentage of payouts sent twice at once. */
const TWICE = 15;
/** The percentage that are refunds. */
const REFUNDS = 20;
/** How often behaving providers are polled, at most, before a day has passed. */
const MOST_ROUNDS = 6;

/** Sends a case's payouts while the providers misbehave, and continues until nothing more can change. */
export async function playCase(lane: Lane, { at, payouts }: Case, seed: number): Promise<Played> {
  const random = createRandom(seed);
  const script = (kind: "paystack" | "monnify") => {
    const notices = startNotices(lane[kind], lane.url, random);
    return scriptProvider(lane[kind], at[kind], { notices, random });
  };
  const scripts = [script("paystack"), script("monnify")] as const;
  await lane.renewWorkers({ isNewCase: true });
  const { accepted, refused } = await send(lane, payouts, random);
  const some = () => [...accepted.keys()].filter(() => random.next() < 0.3);
  // An operator polls while a worker sends it.
  await sleep(random.between(0, 1_500));
  await askAbout(lane, some());
  await untilIdle(lane);
  // The next poll, by the schedule or an operator, also meets a misbehaving provider.
  for (const each of scripts) await each.moveOn();
  await askAbout(lane, some());
  await untilNextPoll(lane, "processing");

  for (const each of scripts) each.behave();
  // An open breaker would block providers that behave again.
  await lane.renewWorkers({ isNewCase: false });
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    for (const each of scripts) await each.catchUp();
    await untilNextPoll(lane, "processing");
    if ((await countUnfinished(lane)) === 0) break;
    await passTenMinutes(lane);
    // Nor is a provider called while its Retry-After lasts.
    await sleep(500);
  }
  await passDay(lane);
  await untilNextPoll(lane, "succeeded");
  await untilNextPoll(lane, "failed");
  return { accepted, refused, told: { paystack: scripts[0].told, monnify: scripts[1].told } };
}

let paid = 0;

/** Sends payouts and refunds of all merchants at once, as careful clients do. */
async function send({ client, merchants, destinations }: Lane, payouts: number, random: Random) {
  const accepted: Played["accepted"] = new Map();
  const refused: string[] = [];
  const pay = async () => {
    const { liveKey: key, collections } = random.pick(merchants);
    // Monnify refuses an amount that an account got in the last two minutes.
    const amount = 10_000 + (((paid += 1) * 37) % 50_000);
    const isRefund = random.between(0, 100) < REFUNDS;
    const path = isRefund ? "/v1/refunds" : "/v1/payouts";
    const body = {
      amount: { value: amount, currency: "NGN" },
      destination: random.pick(destinations),
      ...(isRefund && { collection: random.pick(collections), reason: "other" }),
    };
    const asked = { key, body, idempotencyKey: `key-${paid}` };
    const times = random.between(0, 100) < TWICE ? 2 : 1;
    const all = Array.from({ length: times }, () => client.send("POST", path, asked, random));
    for (const { status, data, error } of await Promise.all(all)) {
      if (status === 201) accepted.set(data.reference as string, amount);
      else refused.push(`${path} was refused: ${status} ${error?.code}`);
    }
  };
  await Promise.all(Array.from({ length: payouts }, pay));
  return { accepted, refused };
}

/** Payouts that another poll may end: all except those that Monnify does not have, which never gets one twice. */
async function countUnfinished({ query, monnify }: Lane): Promise<number> {
  const rows = await query<{ reference: string; stays: boolean }>(
    `select reference, sent_through = 'monnify' and unsent_since is null as stays
    from payouts where status = 'processing' and not needs_review`,
  );
  return rows.filter(({ reference, stays }) => !stays || monnify.transfers.has(reference)).length;
}
