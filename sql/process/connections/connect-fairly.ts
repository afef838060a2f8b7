import type { CommonQueryMethods, DatabasePool } from "slonik";
import { inThisScope } from "../tracing/trace.ts";
import type { FairQueue, SlotUser } from "./fair-queue.ts";

/** Who uses connections (see createFairQueue), and how long each query may take. */
export type DatabaseUser = SlotUser & QueryTimes;

/** Moments on the clock of performance.now(). */
export type QueryTimes = {
  /**
   * When the wait for a query ends: with NoDatabaseConnection if it was not sent, and then it never is; with
   * DeadlinePassed afterwards. A transaction that is not done by then is rolled back.
   */
  deadline: number;
  /** When a query that still waits for a connection expires. By default the deadline. */
  sendBy?: number;
};

/** No connection was available in time, so no statement was sent: a retry is safe. */
export class NoDatabaseConnection extends Error {
  override name = "NoDatabaseConnection";
}

/** The deadline has passed. The last statement's effect is unknown. */
export class DeadlinePassed extends Error {
  override name = "DeadlinePassed";
}

/** How long a query waits for a connection, unless the pool has a limit of its own. */
export const CONNECT_MS = 2_000;
/** The longest wait in a user's own queue. */
const QUEUE_MS = 5_000;

export type FairSlots = FairQueue & {
  /** When a query last had its response, on the clock of performance.now(). */
  respondedAt: number;
};

/**
 * Waits for one of the user's slots, then for a connection. For a slot as long as for a connection, and longer while
 * the database responds, since the queue moves. Neither wait is longer than the user has time, and an expired query has
 * left the queue, so it is never sent. A sent query keeps its slot until its own limits end it.
 */
export function connectFairly<Result>(
  pool: DatabasePool,
  slots: FairSlots,
  user: DatabaseUser,
  run: (connection: CommonQueryMethods) => Promise<Result>,
): Promise<Result> {
  const { deadline, sendBy = deadline } = user;
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const refuse = (reason: string) => reject(new NoDatabaseConnection(reason));
    if (startedAt >= sendBy) return refuse("the request's time is over, and nothing was sent");
    // Counts again at each response of the database.
    const patience = () =>
      Math.min(Math.max(startedAt, slots.respondedAt) + CONNECT_MS, sendBy) - performance.now();
    let timer: NodeJS.Timeout;
    const checkAgain = () => {
      const left = Math.min(patience(), startedAt + QUEUE_MS - performance.now());
      if (left > 0) return void (timer = setTimeout(checkAgain, left));
      leave?.();
      refuse("no slot was free in time, and nothing was sent");
    };
    timer = setTimeout(checkAgain, Math.min(CONNECT_MS, sendBy - startedAt));
    const connect = inThisScope((giveBack: () => void) => {
      clearTimeout(timer);
      connectWithin(pool, Math.max(1, patience()), run, { deadline, onReturn: giveBack })
        .then((result) => {
          slots.respondedAt = performance.now();
          return result;
        })
        .then(resolve, reject);
    });
    const leave = slots.take(user, connect);
    if (leave !== null) return;
    clearTimeout(timer);
    refuse("too many requests of one user want a connection");
  });
}

type ConnectOptions = {
  /** Ends the wait for a sent query, with DeadlinePassed. */
  deadline?: number;
  /** Called once the connection is back in the pool, which is after the result if that came too late. */
  onReturn?: () => void;
};

/**
 * slonik waits without limit for a free connection. Here the wait ends after `milliseconds`, and a connection that
 * comes later is returned unused: after NoDatabaseConnection nothing was or will be sent.
 */
export function connectWithin<Result>(
  pool: DatabasePool,
  milliseconds: number,
  run: (connection: CommonQueryMethods) => Promise<Result>,
  { deadline, onReturn = () => {} }: ConnectOptions = {},
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let state: "waiting" | "connected" | "expired" = "waiting";
    const expire = (cause?: unknown) => {
      state = "expired";
      reject(new NoDatabaseConnection("no database connection was available in time", { cause }));
    };
    const late = () => reject(new DeadlinePassed("the request's time is over"));
    let timer = setTimeout(expire, milliseconds);

    pool
      .connect(async (connection) => {
        if (state === "expired") return;
        state = "connected";
        clearTimeout(timer);
        if (deadline !== undefined) timer = setTimeout(late, deadline - performance.now());
        resolve(await run(connection));
      })
      .catch((error: unknown) => {
        if (state === "waiting") expire(error);
        else reject(error);
      })
      .finally(() => {
        clearTimeout(timer);
        onReturn();
      });
  });
}
