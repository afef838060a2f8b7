import type { Readable } from "node:stream";

/**
 * Reads at most `limit` bytes of a stream, and destroys it if there are more: then `isCut`. Returns text that a text
 * column can hold: invalid UTF-8 and zero bytes become U+FFFD; a partial character is dropped. Throws if the stream
 * fails before that.
 */
export async function readCapped(
  stream: Readable,
  limit: number,
): Promise<{ text: string; isCut: true | undefined }> {
  stream.on("error", () => {}); // destroying the stream raises it again
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, limit - size));
    size += chunk.length;
    if (size > limit) break;
  }
  const isCut = size > limit || undefined;
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const text = decoder.decode(Buffer.concat(chunks), { stream: isCut === true });
  return { text: text.replaceAll("\u0000", "\uFFFD"), isCut };
}
