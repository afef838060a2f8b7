import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

/** The inline scripts of these pages, each once, as a Content-Security-Policy names them: 'sha256-…'. */
export async function hashInlineScripts(files: string[]): Promise<string[]> {
  const hashes = new Set<string>();
  for (const file of files.filter((name) => name.endsWith(".html"))) {
    const html = await readFile(file, "utf8");
    for (const [, attributes = "", text = ""] of html.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g)) {
      if (/\ssrc=/.test(attributes)) continue;
      hashes.add(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
    }
  }
  return [...hashes].toSorted();
}
