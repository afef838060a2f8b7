import type { Response } from "express";
import { findChangeMarks, findWatchedSessions, type ChangeKind } from "../../sql/dashboard/changes.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { resultKey } from "../../sql/results/results.ts";
import type { ProcessContext } from "../context.ts";
import { openEventStream, writeEvents } from "../http/event-stream.ts";
import { createHeldCounts } from "../http/limits/held-counts.ts";
import { networksOf } from "../http/limits/networks.ts";

/** Per process. Without a stream, a page shows changes after a reload. */
const MOST_STREAMS = 2_000;
/** Per address, and per IPv6 site: enough for a large office, while leaving room for others. */
const MOST_OF_ONE_NETWORK = MOST_STREAMS / 4;
/** Per person, in all of their tabs. */
const MOST_OF_A_PERSON = 5;
/** Sessions are checked in every fifth round: every ten seconds by default. */
const SESSIONS_EVERY = 5;
const READ_AT_ONCE = 500;

type Watcher = Tenant & { sessionId: bigint; personId: bigint; ip: string };

export type UpdateStreams = {
  /**
   * Keeps `response` open and writes to it which kinds of the watcher's data have changed, until the session ends or
   * the watcher leaves. False if the process, the network or the person has its maximum of streams, or the process is
   * shutting down.
   */
  open(watcher: Watcher, response: Response): boolean;
};

type Marks = Partial<Record<ChangeKind, unknown>>;
type Parts = Pick<ProcessContext, "pools" | "results" | "drain" | "config" | "log">;

/**
 * The streams of this process. They name what has changed and carry no data: the page then reads it through the usual
 * routes, with their checks. One query every few seconds compares marks of all watched merchants. So payments cost
 * nothing extra, and the cost depends on how many people watch. When a session ends, its streams report it and end: at
 * once by a database notification, or within a few rounds if that was lost or the session expired.
 */
export function createUpdateStreams({ pools, results, drain, config, log }: Parts): UpdateStreams {
  const streams = new Map<Response, Watcher>();
  const { hasRoom, hold } = createHeldCounts();
  const seen = new Map<string, Marks>();
  let isReading = false;
  let timer: NodeJS.Timeout | undefined;
  let round = 0;

  async function refresh(): Promise<void> {
    if (isReading) return;
    isReading = true;
    try {
      if (round % SESSIONS_EVERY === 0) {
        await endThoseOfEndedSessions([...streams]);
        for (const response of streams.keys()) writeEvents(response, ": \n\n");
      }
      round += 1;
      await sendChanges();
    } catch (error) {
      // The next round tries again.
      log.warn({ error: (error as Error).name }, "changes could not be read");
    } finally {
      isReading = false;
    }
  }

  async function endThoseOfEndedSessions(checked: readonly [Response, Watcher][]): Promise<void> {
    const watched = new Map(checked.map(([, watcher]) => [watcher.sessionId, watcher]));
    const alive = new Set(await findWatchedSessions(pools.reads, [...watched.values()]));
    for (const [response, { sessionId }] of checked) {
      if (!alive.has(sessionId)) sendAway(response);
    }
  }

  async function checkSessionsOf(personId: bigint): Promise<void> {
    const own = [...streams].filter(([, watcher]) => watcher.personId === personId);
    try {
      if (own.length > 0) await endThoseOfEndedSessions(own);
    } catch (error) {
      // A later round tries again.
      log.warn({ error: (error as Error).name }, "sessions could not be read");
    }
  }

  /** A tenant's first marks are only stored: pages that watch it load its data after they are connected. */
  async function sendChanges(): Promise<void> {
    const tenants = new Map([...streams.values()].map((watcher) => [tenantOf(watcher), watcher]));
    for (const known of seen.keys()) if (!tenants.has(known)) seen.delete(known);
    const watched = [...tenants.values()];
    for (let from = 0; from < watched.length; from += READ_AT_ONCE) {
      const found = await findChangeMarks(pools.reads, watched.slice(from, from + READ_AT_ONCE));
      for (const { merchantId, environment, marks } of found) {
        sendChangesOf(tenantOf({ merchantId, environment }), marks);
      }
    }
  }

  function sendChangesOf(tenant: string, marks: Marks): void {
    const before = seen.get(tenant);
    seen.set(tenant, marks);
    const changed = before === undefined ? [] : changesBetween(before, marks);
    if (changed.length === 0) return;
    for (const [response, watcher] of streams) {
      if (tenantOf(watcher) === tenant) writeEvents(response, `data: ${JSON.stringify({ changed })}\n\n`);
    }
  }

  function remove(response: Response): void {
    streams.delete(response);
    if (streams.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    seen.clear();
  }

  /** Removed at once: nothing may be written after the end, and the connection may close later. */
  function end(response: Response): void {
    remove(response);
    response.end();
  }

  /** Otherwise its screens would stay visible. */
  function sendAway(response: Response): void {
    writeEvents(response, "event: ended\ndata: {}\n\n");
    end(response);
  }

  drain.onStart(() => streams.forEach((_watcher, response) => end(response)));

  return {
    open(watcher, response) {
      const person = `person ${watcher.personId}`;
      const networks = networksOf(watcher.ip);
      if (drain.started || streams.size >= MOST_STREAMS) return false;
      if (!hasRoom([person], MOST_OF_A_PERSON) || !hasRoom(networks, MOST_OF_ONE_NETWORK)) return false;
      // The watcher has left already: there will be no close event.
      if (response.closed) return true;
      // A session shows one merchant: its streams of another end.
      for (const [other, { sessionId, merchantId }] of streams) {
        if (sessionId === watcher.sessionId && merchantId !== watcher.merchantId) sendAway(other);
      }
      const check = () => void checkSessionsOf(watcher.personId);
      const stopListening = results.listen(resultKey("person", watcher.personId), check);
      response.on("error", () => remove(response));
      const letGo = hold([person, ...networks]);
      response.once("close", () => {
        letGo();
        stopListening();
        remove(response);
      });
      openEventStream(response);
      response.write("retry: 5000\n\n");
      streams.set(response, watcher);
      timer ??= setInterval(() => void refresh(), config.updatesRefreshMs);
      void refresh();
      // The session may have ended since the request was admitted, before anybody listened.
      check();
      return true;
    },
  };
}

const tenantOf = ({ merchantId, environment }: Tenant) => `${merchantId} ${environment}`;

function changesBetween(before: Marks, after: Marks): string[] {
  return Object.entries(after)
    .filter(([kind, mark]) => JSON.stringify(mark) !== JSON.stringify(before[kind as ChangeKind]))
    .map(([kind]) => kind);
}
