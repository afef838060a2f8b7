import { ApiError } from "./api-error.ts";
import { MERCHANT_HEADER, shownMerchant, startAgain } from "./client.ts";

const FAILED = "We couldn’t upload the file.";

/**
 * Uploads a file to a route of the dashboard's API, and reports the progress from 0 to 1. Returns the response's data;
 * throws an ApiError. An XMLHttpRequest, since fetch() reports no progress.
 */
export async function upload<Data>(
  path: string,
  file: Blob,
  headers: Record<string, string>,
  onProgress: (done: number) => void,
): Promise<Data> {
  const request = new XMLHttpRequest();
  request.open("POST", `/dashboard/api${path}`);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  const merchant = shownMerchant();
  if (merchant !== undefined) request.setRequestHeader(MERCHANT_HEADER, merchant);
  request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(loaded / total));
  return new Promise<Data>((resolve, reject) => {
    request.addEventListener("load", () => {
      if (request.status === 201) return resolve((JSON.parse(request.responseText) as { data: Data }).data);
      const refusal = refusalOf(request);
      if (refusal.code === "MERCHANT_CHANGED") startAgain();
      reject(refusal);
    });
    request.addEventListener("error", () =>
      reject(new ApiError(0, { code: "NO_CONNECTION", message: FAILED })),
    );
    request.send(file);
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
