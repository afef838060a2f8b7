import type { Logger } from "pino";
import type { Connection } from "../../sql/process/database.ts";
import { keepRequests, type SeenRequest } from "../../sql/requests/request-log.ts";

/** The most requests to be written: some 2 MB, and 7 MB if each has the most ignored fields. */
const MOST_WAITING = 5_000;
/** Half: however many requests one merchant sends, or has refused, others are logged too. */
const MOST_OF_ONE_MERCHANT = MOST_WAITING / 2;
const BATCH = 500;
const FLUSH_MS = 1_000;
/** Lost requests are logged once a minute. */
const WARN_EVERY_MS = 60_000;

export type RequestLog = {
  /** Logs a request. Never waits and never throws. */
  note(request: SeenRequest): void;
  /** Writes what is left. */
  close(): Promise<void>;
};

/**
 * Writes merchants' log of requests. One batch is written at a time: a second after its first request, or when it is
 * full. The log must never slow requests down. So while the database is slow or down, requests beyond MOST_WAITING, or
 * beyond half of it for one merchant, are not logged, and a failed batch is not retried.
 */
export function createRequestLog(database: Connection, log: Logger): RequestLog {
  const waiting: SeenRequest[] = [];
  const waitingOf = new Map<bigint, number>();
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lost = 0;
  let warnedAt = 0;

  const lose = (count: number, error?: string) => {
    lost += count;
    if (Date.now() - warnedAt < WARN_EVERY_MS) return;
    log.warn({ lost, error }, "requests are missing in the log of requests");
    warnedAt = Date.now();
    lost = 0;
  };
  const countWaiting = ({ merchantId }: SeenRequest, change: number) => {
    const left = (waitingOf.get(merchantId) ?? 0) + change;
    if (left === 0) waitingOf.delete(merchantId);
    else waitingOf.set(merchantId, left);
  };
  const writeFullBatches = async () => {
    do {
      const batch = waiting.splice(0, BATCH);
      for (const request of batch) countWaiting(request, -1);
      await keepRequests(database, { requests: batch }).catch((error: Error) =>
        lose(batch.length, error.name),
      );
    } while (waiting.length >= BATCH);
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeFullBatches().finally(() => {
      writing = undefined;
      if (waiting.length > 0) flushSoon();
    });
    return writing;
  };
  const flushSoon = () => void (timer ??= setTimeout(flush, FLUSH_MS).unref());

  return {
    note(request) {
      const isOverShare = (waitingOf.get(request.merchantId) ?? 0) >= MOST_OF_ONE_MERCHANT;
      if (waiting.length >= MOST_WAITING || isOverShare) return lose(1);
      waiting.push(request);
      countWaiting(request, 1);
      if (waiting.length >= BATCH) void flush();
      else flushSoon();
    },
    async close() {
      await writing;
      while (waiting.length > 0) await flush();
      clearTimeout(timer);
    },
  };
}
