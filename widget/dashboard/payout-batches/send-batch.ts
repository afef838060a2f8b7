import { ApiError } from "../api/api-error.ts";
import { upload } from "../api/upload.ts";
import type { Environment, PayoutBatch } from "../api/types.ts";

const MOST_BYTES = 5 * 1024 * 1024;

/** A file of payouts, and the name of the batch that it becomes. */
export type BatchFile = { file: File; name: string };

/**
 * Uploads a CSV file as a batch, and reports the progress from 0 to 1. Throws an ApiError. The service says what is
 * wrong with a file, by row and column; of other kinds of files we say here what to do.
 */
export async function sendBatch(
  environment: Environment,
  { file, name }: BatchFile,
  key: string,
  onProgress: (done: number) => void,
): Promise<PayoutBatch> {
  const refuse = (message: string) => new ApiError(422, { code: "VALIDATION_ERROR", message });
  if (file.size > MOST_BYTES) throw refuse("This file is larger than 5 MB. Split it into several files.");
  const bytes = new Uint8Array(await file.arrayBuffer());
  // How .xlsx files begin, and .xls files.
  if ((bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf))
    throw refuse("This is an Excel workbook. Save it as CSV UTF-8, then upload that file.");
  const csv = new TextDecoder().decode(bytes);
  const body = new Blob([JSON.stringify({ ...(name !== "" && { name }), csv })]);
  if (body.size > MOST_BYTES) throw refuse("This file is larger than 5 MB. Split it into several files.");
  const headers = { "content-type": "application/json", "idempotency-key": key };
  return upload<PayoutBatch>(`/${environment}/payout-batches`, body, headers, onProgress);
}
