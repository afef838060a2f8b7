import { Worker, type ResourceLimits } from "node:worker_threads";
import { createRoundRobin } from "../../http/limits/round-robin.ts";
import { busy, invalid } from "../../http/problems.ts";
import type { BatchBank } from "./match-bank.ts";
import type { Intake } from "./parse-batch.ts";

/** What the thread sends back: `refused` are the details of a VALIDATION_ERROR. */
export type ThreadAnswer = { intake: Intake } | { refused: Record<string, string> };

/** Reads of one process: each takes a core and memory. */
const slots = createRoundRobin({
  atOnce: 2,
  mostWaiting: 4,
  refuse: () =>
    busy("payout-batches-at-once", 2, "Other batches are being read right now. Try again shortly."),
});

/** How long reading and writing one may take. */
const NEEDED_MS = 6_000;
/** Ten times what the largest body takes. */
const LONGEST_MS = 10_000;
/** With its stack, its copy of the body and its answer, a thread takes up to 64 MB. */
const MEMORY = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 8 };

const tooLarge = "is too large or too complex to be read: split it into several batches";

type Asker = { merchantId: bigint; deadline: number };

/**
 * Reads the body of a request for a batch in a thread of its own, so that other requests do not wait for it. Merchants
 * take turns.
 *
 * `deadline`: the response's. `memory`: the most that the thread may take.
 *
 * Raises VALIDATION_ERROR for anything that is wrong with the whole, also where it takes too much time or memory;
 * SERVICE_UNAVAILABLE while others are read.
 */
export async function readBatch(
  bytes: Buffer,
  banks: readonly BatchBank[],
  { merchantId, deadline }: Asker,
  memory: ResourceLimits = MEMORY,
): Promise<Intake & { hash: Buffer }> {
  const answer = await slots.take(() => runThread(bytes, banks, memory), deadline - NEEDED_MS, [
    String(merchantId),
  ]);
  if ("refused" in answer) throw invalid(answer.refused);
  return { ...answer.intake, hash: Buffer.from(answer.intake.hash) };
}

async function runThread(
  bytes: Buffer,
  banks: readonly BatchBank[],
  memory: ResourceLimits,
): Promise<ThreadAnswer> {
  const thread = new Worker(new URL("./read-batch-thread.ts", import.meta.url), {
    workerData: { bytes, banks: banks.map(({ code, name }) => ({ code, name })) },
    resourceLimits: memory,
    // It needs no secrets.
    env: {},
  });
  const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>();
  const tooLong = setTimeout(() => reject(invalid({ body: tooLarge })), LONGEST_MS);
  thread.once("message", resolve);
  thread.once("error", (error: NodeJS.ErrnoException) =>
    reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? invalid({ body: tooLarge }) : error),
  );
  thread.once("exit", () => reject(new Error("the thread ended without an answer")));
  try {
    return await promise;
  } finally {
    clearTimeout(tooLong);
    await thread.terminate();
  }
}
