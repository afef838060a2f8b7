import type { Response } from "express";
import { resultKey } from "../../sql/results.ts";
import { readCheckoutSessions } from "../../sql/queries/checkout.ts";
import type { Context } from "../context.ts";
import { isFinal, showSession, type CheckoutSession } from "./session.ts";

/** Of a process; further payers poll. */
const MOST_STREAMS = 10_000;
/** Of a session: further tabs of a payer poll too. */
const MOST_OF_A_SESSION = 5;
const READ_AT_ONCE = 1_000;

export type SessionStreams = {
  /**
   * Keeps `response` open and tells it of its session, and of every change, until that is final or the payer leaves.
   * False where this process or the session has as many as it may, or the process takes its leave.
   */
  open(virtualAccountId: bigint, response: Response): boolean;
};

type Stream = { responses: Set<Response>; stopListening: () => void };
type Parts = Pick<Context, "database" | "results" | "drain" | "config" | "log">;

/**
 * The streams of this process. Its one LISTEN connection hears whose session changed, and one query at a time reads all
 * that did: what it costs does not grow with the number of those who wait. Now and then everybody is told how things stand,
 * which is a sign of life and makes up for notifications that were lost.
 */
export function createSessionStreams({ database, results, drain, config, log }: Parts): SessionStreams {
  const streams = new Map<bigint, Stream>();
  const changed = new Set<bigint>();
  let count = 0;
  let isReading = false;
  let signOfLife: NodeJS.Timeout | undefined;

  const tellAll = () => {
    for (const id of streams.keys()) changed.add(id);
    void tellChanged();
  };

  async function tellChanged(): Promise<void> {
    if (isReading) return;
    isReading = true;
    try {
      while (changed.size > 0) {
        const ids = [...changed].slice(0, READ_AT_ONCE);
        for (const id of ids) changed.delete(id);
        for (const row of await readCheckoutSessions(database, ids)) tell(row.virtual_account_id, row.json);
      }
    } catch (error) {
      // The next sign of life tells them.
      log.warn({ error: (error as Error).name }, "checkout sessions could not be read");
    } finally {
      isReading = false;
    }
  }

  /** What is wrong with one session must not keep others from theirs. */
  function tell(id: bigint, json: unknown): void {
    let session: CheckoutSession;
    try {
      session = showSession(json);
    } catch (error) {
      return log.error({ error: (error as Error).name }, "a checkout session cannot be shown");
    }
    for (const response of streams.get(id)?.responses ?? []) {
      response.write(`data: ${JSON.stringify(session)}\n\n`);
      if (isFinal(session)) end(id, response);
      // Whoever does not read is let go, and asks again.
      else if (response.writableNeedDrain) response.destroy();
    }
  }

  function add(id: bigint, response: Response): void {
    const stream = streams.get(id) ?? {
      responses: new Set(),
      stopListening: results.listen(resultKey("virtual_account", id), () => {
        changed.add(id);
        void tellChanged();
      }),
    };
    streams.set(id, stream);
    stream.responses.add(response);
    count += 1;
    signOfLife ??= setInterval(tellAll, config.liveStatusRefreshMs);
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
      clearInterval(signOfLife);
      signOfLife = undefined;
    }
  }

  /** Nothing may be written to a response that has ended, and its connection may take its time to close. */
  function end(id: bigint, response: Response): void {
    remove(id, response);
    response.end();
  }

  drain.onStart(() => {
    for (const [id, { responses }] of streams) for (const response of responses) end(id, response);
  });

  return {
    open(id, response) {
      const ofThisSession = streams.get(id)?.responses.size ?? 0;
      if (drain.started || count >= MOST_STREAMS || ofThisSession >= MOST_OF_A_SESSION) return false;
      // Left already: there will be no close to hear.
      if (response.closed) return true;
      response.on("error", () => remove(id, response));
      response.once("close", () => remove(id, response));
      response.writeHead(200, {
        "content-type": "text/event-stream",
        "cache-control": "no-store",
        // Reverse proxies of nginx's kind would keep it to themselves until it ends.
        "x-accel-buffering": "no",
      });
      response.flushHeaders();
      add(id, response);
      changed.add(id);
      void tellChanged();
      return true;
    },
  };
}
