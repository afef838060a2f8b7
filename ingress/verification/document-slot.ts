import { createRoundRobin } from "../http/limits/round-robin.ts";
import { busy } from "../http/problems.ts";

/**
 * A document of 5 MB keeps PostgreSQL and a process as busy as many payments. So a process stores or loads one at a
 * time, and then rests for twice as long, which leaves that time to payments, however many documents are sent.
 */
const slots = createRoundRobin({
  atOnce: 1,
  mostWaiting: Infinity,
  restTimes: 2,
  refuse: () =>
    busy("documents-at-once", 5, "Too many files are being transferred right now. Try again shortly."),
});

/** How long storing or loading one may take. */
const NEEDED_MS = 2_000;

/**
 * Stores or loads a document once the slot is free. For routes that limitFiles bounds, so that few wait. Raises
 * SERVICE_UNAVAILABLE if that is too late for the request's deadline.
 */
export function inDocumentSlot<Result>(act: () => Promise<Result>, deadline: number): Promise<Result> {
  return slots.take(act, deadline - NEEDED_MS);
}
