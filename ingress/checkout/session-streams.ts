import type { Response } from "express";
import { resultKey } from "../../sql/results/results.ts";
import { showCheckoutSessions } from "../../sql/checkout/checkout.ts";
import type { ProcessContext } from "../context.ts";
import { openEventStream, writeEvents } from "../http/event-stream.ts";
import { createHeldCounts } from "../http/limits/held-counts.ts";
import { networksOf } from "../http/limits/networks.ts";
import { isFinal, showSession, type CheckoutSession } from "./session.ts";

/** Per process. Further payers poll. */
const MOST_STREAMS = 10_000;
/**
 * Per address, and per IPv6 site. A mobile network puts thousands of payers behind one address; those beyond this
 * number poll.
 */
const MOST_OF_ONE_NETWORK = MOST_STREAMS / 4;
const READ_AT_ONCE = 1_000;

export type SessionStreams = {
  /**
   * Keeps `response` open and writes the session to it, now and at every change, until the session is final or the
   * payer, who is at the address `ip`, leaves. False if the process or the network has its maximum of streams, or the
   * process is shutting down.
   */
  open(virtualAccountId: bigint, ip: string, response: Response): boolean;
};

type Stream = { responses: Set<Response>; stopListening: () => void };
type Parts = Pick<ProcessContext, "pools" | "results" | "drain" | "config" | "log">;

/**
 * The streams of this process. One LISTEN connection receives the changed sessions, and one query at a time reads all
 * of them, so the cost does not grow with the number of waiting payers. Every few seconds each session is written
 * again, to keep connections alive and make up for lost notifications.
 */
export function createSessionStreams({ pools, results, drain, config, log }: Parts): SessionStreams {
  const streams = new Map<bigint, Stream>();
  const changed = new Set<bigint>();
  const { hasRoom, hold } = createHeldCounts();
  let count = 0;
  let isReading = false;
  let refresh: NodeJS.Timeout | undefined;

  const writeAll = () => {
    for (const id of streams.keys()) changed.add(id);
    void writeChanged();
  };

  async function writeChanged(): Promise<void> {
    if (isReading) return;
    isReading = true;
    try {
      while (changed.size > 0) {
        const ids = [...changed].slice(0, READ_AT_ONCE);
        for (const id of ids) changed.delete(id);
        for (const row of await showCheckoutSessions(pools.reads, { accountIds: ids }))
          write(row.virtualAccountId, row.session);
      }
    } catch (error) {
      // The next refresh sends them.
      log.warn({ error: (error as Error).name }, "checkout sessions could not be read");
    } finally {
      isReading = false;
    }
  }

  /** An error in one session must not stop the others. */
  function write(id: bigint, json: unknown): void {
    let session: CheckoutSession;
    try {
      session = showSession(json);
    } catch (error) {
      return log.error({ error: (error as Error).name }, "a checkout session cannot be shown");
    }
    for (const response of streams.get(id)?.responses ?? []) {
      const event = `data: ${JSON.stringify(session)}\n\n`;
      if (isFinal(session)) end(id, response, event);
      else writeEvents(response, event);
    }
  }

  function add(id: bigint, response: Response): void {
    const stream = streams.get(id) ?? {
      responses: new Set(),
      stopListening: results.listen(resultKey("virtual_account", id), () => {
        changed.add(id);
        void writeChanged();
      }),
    };
    streams.set(id, stream);
    stream.responses.add(response);
    count += 1;
    refresh ??= setInterval(writeAll, config.liveStatusRefreshMs);
  }

  function remove(id: bigint, response: Response): void {
    const stream = streams.get(id);
    if (!stream?.responses.delete(response)) return;
    count -= 1;
    if (stream.responses.size === 0) {
      stream.stopListening();
      streams.delete(id);
    }
    if (count === 0) {
      clearInterval(refresh);
      refresh = undefined;
    }
  }

  /** Removed at once: nothing may be written after the end, and the connection may close later. */
  function end(id: bigint, response: Response, last = ""): void {
    remove(id, response);
    response.end(last);
  }

  drain.onStart(() => {
    for (const [id, { responses }] of streams) for (const response of responses) end(id, response);
  });

  return {
    open(id, ip, response) {
      if (drain.started || count >= MOST_STREAMS) return false;
      if (!hasRoom(networksOf(ip), MOST_OF_ONE_NETWORK)) return false;
      // The payer has left already: there will be no close event.
      if (response.closed) return true;
      response.on("error", () => remove(id, response));
      const leaveNetwork = hold(networksOf(ip));
      response.once("close", () => {
        leaveNetwork();
        remove(id, response);
      });
      openEventStream(response);
      add(id, response);
      changed.add(id);
      void writeChanged();
      return true;
    },
  };
}
