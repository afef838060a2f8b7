import { ApiError } from "../api/api-error.ts";
import { upload } from "../api/upload.ts";

const MOST_BYTES = 5 * 1024 * 1024;
/** Accepted media types. */
export const documentTypes = ["application/pdf", "image/png", "image/jpeg"];

/** Larger photographs are scaled down: a slow connection has 30 seconds for the upload. */
const LARGE_PHOTO_BYTES = 1_000_000;
const LONGEST_SIDE = 2_200;

/**
 * Uploads a file of one kind, and reports the progress from 0 to 1. Throws an ApiError.
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
  const headers = { "content-type": sent.type, "x-file-name": encodeURIComponent(file.name.slice(-200)) };
  await upload(`/verification/documents?kind=${kind}`, sent, headers, onProgress);
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
