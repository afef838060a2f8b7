import { parentPort, workerData } from "node:worker_threads";
import { Problem } from "../../http/problems.ts";
import type { BatchBank } from "./match-bank.ts";
import { parseBatch } from "./parse-batch.ts";
import type { ThreadAnswer } from "./read-batch.ts";

// A thread of readBatch(): reads one body and ends.
const { bytes, banks } = workerData as { bytes: Uint8Array; banks: BatchBank[] };
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
parentPort!.postMessage(answer());

function answer(): ThreadAnswer {
  try {
    return { intake: parseBatch(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), banks) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { refused: error.details as Record<string, string> };
  }
}
