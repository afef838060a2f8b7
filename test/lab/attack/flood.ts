import { setTimeout as sleep } from "node:timers/promises";
import { openConnections, send, type Sent } from "../client/send.ts";
import type { Statuses } from "./attack.ts";

type Flood = {
  url: string;
  signal: AbortSignal;
  /** How many requests are in flight at once. */
  clients: number;
  /** Stops after this many requests. */
  count?: number;
  make: (number: number) => Sent & { path: string };
};

/** Sends requests back to back from `clients` clients, until the signal aborts. */
export async function flood({ url, signal, clients, count = Infinity, make }: Flood): Promise<Statuses> {
  const dispatcher = openConnections(clients);
  const statuses: Statuses = {};
  let sent = 0;
  const client = async () => {
    while (!signal.aborted && sent < count) {
      const { path, ...request } = make(sent++);
      const status = await send(`${url}${path}`, request, { dispatcher, signal }).then(
        async (response) => {
          await response.body.dump({ limit: 64 * 1024 * 1024 });
          return response.statusCode;
        },
        () => 0,
      );
      if (status !== 0 || !signal.aborted) statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  await dispatcher.destroy();
  return statuses;
}

/** Listens to a stream with `streams` connections, reconnecting after a pause if it ends, until the signal aborts. */
export async function listen(url: string, { streams, signal, pauseMs, make }: Listening): Promise<Statuses> {
  const dispatcher = openConnections(streams);
  const statuses: Statuses = {};
  const client = async (number: number) => {
    while (!signal.aborted) {
      const { forMs, ...request } = make(number);
      const until = forMs === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(forMs)]);
      const response = await send(url, request, { dispatcher, signal: until, patienceMs: 0 }).catch(
        () => undefined,
      );
      if (response !== undefined) {
        statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
        await response.body.dump({ limit: Infinity }).catch(() => {});
      }
      await sleep(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: streams }, (_, number) => client(number)));
  await dispatcher.destroy();
  return statuses;
}

type Listening = {
  streams: number;
  signal: AbortSignal;
  /** Between two connections of a stream. */
  pauseMs: number;
  /** `forMs`: how long it stays; by default until the server ends it. */
  make: (number: number) => Sent & { forMs?: number };
};

/** An IPv4 address, a different one for each number up to 65,535. */
export function addressOf(number: number): string {
  return `203.0.${Math.floor(number / 256) % 256}.${number % 256}`;
}
