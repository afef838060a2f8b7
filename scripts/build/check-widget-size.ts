import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";

/** The most that the script may add to a merchant's page. */
const LARGEST_BYTES = 5 * 1024;

/** The size of a script as browsers download it, compressed. Throws where that is more than was promised. */
export async function checkWidgetSize(script: URL): Promise<number> {
  const bytes = gzipSync(await readFile(script), { level: 9 }).length;
  if (bytes > LARGEST_BYTES) {
    throw new Error(`${script.pathname} is ${bytes} bytes compressed, more than ${LARGEST_BYTES}.`);
  }
  return bytes;
}
