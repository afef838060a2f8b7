import type { Readable } from "node:stream";

/**
 * Reads at most `limit` bytes of a stream and destroys it. Returns text that a text column can hold: bytes that are not
 * UTF-8, and zero bytes, become U+FFFD. Throws when the stream fails before that.
 */
export async function readCapped(stream: Readable, limit: number): Promise<string> {
  stream.on("error", () => {}); // destroying the stream raises it again
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, limit - size));
    size += chunk.length;
    if (size >= limit) break;
  }
  return Buffer.concat(chunks).toString("utf8").replaceAll("\u0000", "\uFFFD");
}
