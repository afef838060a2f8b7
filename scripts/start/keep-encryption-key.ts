import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writePrivateFile } from "./write-private-file.ts";

/**
 * Returns the service's encryption key, 32 bytes in base64, from `dataDir/encryption.key`; creates it at the first
 * start. Encrypted values in this folder's database cannot be decrypted without it.
 */
export async function keepEncryptionKey(dataDir: string): Promise<string> {
  const path = join(dataDir, "encryption.key");
  const kept = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
  if (kept !== undefined) return kept.trim();
  const key = randomBytes(32).toString("base64");
  await writePrivateFile(path, `${key}\n`);
  return key;
}
