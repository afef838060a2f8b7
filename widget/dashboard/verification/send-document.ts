import { ApiError } from "../api/api-error.ts";
import { MERCHANT_HEADER, shownMerchant, startAgain } from "../api/client.ts";

const FAILED = "We couldn’t upload the file.";
const MOST_BYTES = 5 * 1024 * 1024;
/** Accepted media types. */
export const documentTypes = ["application/pdf", "image/png", "image/jpeg"];

/** Larger photographs are scaled down: a slow connection has 30 seconds for the upload. */
const LARGE_PHOTO_BYTES = 1_000_000;
const LONGEST_SIDE = 2_200;

/**
 * Uploads a file of one kind, and reports the progress from 0 to 1. Throws an ApiError. An XMLHttpRequest, since
 * fetch() reports no progress.
 */
export async function sendDocument(
  kind: string,
  file: File,
  onProgress: (done: number) => void,
): Promise<void> {
  const refuse = (message: string) => new ApiError(422, { code: "VALIDATION_ERROR", message });
  if (!documentTypes.includes(file.type)) throw refuse("Only PDF, PNG and JPEG files are accepted.");
  const sent = await smaller(file);
  if (sent.size > MOST_BYTES)
    throw refuse("This file is larger than 5 MB. Make it smaller, or take a less detailed photo.");
  const request = new XMLHttpRequest();
  request.open("POST", `/dashboard/api/verification/documents?kind=${kind}`);
  request.setRequestHeader("content-type", sent.type);
  request.setRequestHeader("x-file-name", encodeURIComponent(file.name.slice(-200)));
  const merchant = shownMerchant();
  if (merchant !== undefined) request.setRequestHeader(MERCHANT_HEADER, merchant);
  request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(loaded / total));
  await new Promise<void>((resolve, reject) => {
    request.addEventListener("load", () => {
      if (request.status === 201) return resolve();
      const refusal = refusalOf(request);
      if (refusal.code === "MERCHANT_CHANGED") startAgain();
      reject(refusal);
    });
    request.addEventListener("error", () =>
      reject(new ApiError(0, { code: "NO_CONNECTION", message: FAILED })),
    );
    request.send(sent);
  });
}

function refusalOf(request: XMLHttpRequest): ApiError {
  const { status, responseText } = request;
  const retryAfter = request.getResponseHeader("retry-after");
  try {
    const { error } = JSON.parse(responseText) as {
      error: { code: string; message: string; details?: Record<string, string> };
    };
    // The problem with the file itself is more specific.
    const { body, ...details } = error.details ?? {};
    const refusal =
      body === undefined ? { ...error, details } : { ...error, message: `The file ${body}.`, details: {} };
    return new ApiError(status, refusal, { retryAfter });
  } catch {
    return new ApiError(status, { code: "INTERNAL_ERROR", message: FAILED });
  }
}

/** A photograph, scaled down; any other file unchanged. */
async function smaller(file: File): Promise<Blob> {
  if (file.type === "application/pdf" || file.size <= LARGE_PHOTO_BYTES) return file;
  try {
    const photo = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST_SIDE / Math.max(photo.width, photo.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(photo.width * scale);
    canvas.height = Math.round(photo.height * scale);
    canvas.getContext("2d")!.drawImage(photo, 0, 0, canvas.width, canvas.height);
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.85));
    return made !== null && made.size < file.size ? made : file;
  } catch {
    // Not a picture that the browser can read; the service explains the problem.
    return file;
  }
}
