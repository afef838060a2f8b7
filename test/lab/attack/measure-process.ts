import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { send as sendRequest } from "../client/send.ts";
import { serve } from "../fork-program.ts";
import { SILENT_ACCOUNT } from "./silent-account.ts";

/**
 * Another merchant in its own process: reads its balances and sends live payouts at a steady pace, however long the
 * responses take, and reports the times. It is also the live provider: a payout has started when the transfer arrives
 * here.
 */
export type Victim = typeof works;

/** Milliseconds, sorted. Infinity: refused, or not within `GIVE_UP_MS`. */
export type Measured = { balances: number[]; payouts: number[] };

const BALANCES_EVERY_MS = 20;
const PAYOUT_EVERY_MS = 500;
const GIVE_UP_MS = 30_000;
/** How long the provider takes to provision an account: long enough that requests wait for a free slot. */
const PROVISIONING_MS = 2_000;
const ACCOUNT = { bankCode: "058", accountNumber: "0123456789", accountName: "ADAEZE OKAFOR" };

const arrivals = new Map<string, number>();
let accounts = 8_800_000_000;

const provider = createServer(async (incoming, response) => {
  const reply = (body: object) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  const sent = await text(incoming);
  const body = (sent === "" ? {} : JSON.parse(sent)) as {
    reference: string;
    amount?: object;
    accountNumber?: string;
  };
  if (incoming.url!.endsWith("/transfers")) {
    arrivals.set(body.reference, performance.now());
    if (body.accountNumber === SILENT_ACCOUNT.accountNumber) return;
    reply({ reference: body.reference, status: "succeeded", amount: body.amount });
  } else if (incoming.url!.endsWith("/virtual-accounts")) {
    await sleep(PROVISIONING_MS);
    reply({ ...ACCOUNT, bankName: "GTBank", accountNumber: String(accounts++) });
  } else reply({ accountName: ACCOUNT.accountName });
});

const works = serve({
  measure,
  /** The provider's address. */
  listen: async () => {
    await once(provider.listen(0, "127.0.0.1"), "listening");
    return `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  },
});

async function measure({
  url,
  key,
  seconds,
}: {
  url: string;
  key: string;
  seconds: number;
}): Promise<Measured> {
  const send = async (path: string, body?: object) => {
    const response = await sendRequest(
      `${url}${path}`,
      { key, body, ...(body !== undefined && { idempotencyKey: randomUUID() }) },
      { patienceMs: GIVE_UP_MS },
    );
    const envelope = (await response.body.json()) as { data?: { reference: string } };
    return response.statusCode < 300 ? envelope.data : undefined;
  };

  const readBalances = async () => {
    const start = performance.now();
    const data = await send("/v1/balances").catch(() => undefined);
    return data === undefined ? Infinity : performance.now() - start;
  };
  const sendPayout = async () => {
    const start = performance.now();
    const payout = await send("/v1/payouts", {
      amount: { value: 10_000, currency: "NGN" },
      destination: ACCOUNT,
    }).catch(() => undefined);
    if (payout === undefined) return Infinity;
    while (performance.now() - start < GIVE_UP_MS) {
      const arrival = arrivals.get(payout.reference);
      if (arrival !== undefined) return arrival - start;
      await sleep(10);
    }
    return Infinity;
  };

  const { accountNumber, bankCode } = ACCOUNT;
  await send("/v1/banks/verify-account", { accountNumber, bankCode });
  const [balances, payouts] = await Promise.all([
    repeat(seconds, BALANCES_EVERY_MS, readBalances),
    repeat(seconds, PAYOUT_EVERY_MS, sendPayout),
  ]);
  return { balances, payouts };
}

/** Starts `act` every `everyMs`, even if the previous one still runs; returns its results, sorted. */
async function repeat(seconds: number, everyMs: number, act: () => Promise<number>): Promise<number[]> {
  const running: Promise<number>[] = [];
  const start = performance.now();
  for (let number = 0; number * everyMs < seconds * 1_000; number += 1) {
    await sleep(Math.max(0, start + number * everyMs - performance.now()));
    running.push(act());
  }
  return (await Promise.all(running)).toSorted((a, b) => a - b);
}
