import type { MediaType } from "../../sql/verification/verification-document.ts";

/** How far from the start and the end of a file readers of PDF look for its marks. */
const PDF_MARGIN = 1024;

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const pngHeader = Buffer.from("IHDR");
const pngEnd = Buffer.from("IEND");
const jpeg = Buffer.from([0xff, 0xd8, 0xff]);
const jpegEnd = Buffer.from([0xff, 0xd9]);

/**
 * What a file is by its own bytes; null for anything but a whole PDF, PNG or JPEG, and for a file that is two of these
 * at once. Readers find a PDF also some way from a file's start. So a PDF must begin at the start, and a picture must
 * have no PDF inside.
 */
export function mediaTypeOf(bytes: Buffer): MediaType | null {
  if (bytes.subarray(0, 5).equals(Buffer.from("%PDF-"))) {
    const end = bytes.subarray(-PDF_MARGIN).lastIndexOf("%%EOF");
    return end === -1 ? null : "application/pdf";
  }
  if (bytes.subarray(0, 8).equals(png)) {
    const whole = bytes.subarray(12, 16).equals(pngHeader) && bytes.subarray(-8, -4).equals(pngEnd);
    return whole && !hidesPdf(bytes) ? "image/png" : null;
  }
  if (bytes.subarray(0, 3).equals(jpeg)) {
    // Some cameras pad the end with zeros.
    const whole = bytes.subarray(-64).includes(jpegEnd);
    return whole && !hidesPdf(bytes) ? "image/jpeg" : null;
  }
  return null;
}

/** A picture that readers of PDF would open as one, because they look for its mark some way from the start. */
const hidesPdf = (bytes: Buffer) => bytes.subarray(0, PDF_MARGIN).includes("%PDF-");
