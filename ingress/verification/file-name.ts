/** The most characters of a name. Longer ones are shown and saved with difficulty. */
const LONGEST = 120;

const extensions = { "application/pdf": "pdf", "image/png": "png", "image/jpeg": "jpg" } as const;

/**
 * A file's name as it is kept: the last part of a path, without characters that file systems or headers treat in their
 * own way, never hidden, and with the extension of what the file is. The name that somebody sent says nothing about
 * the content.
 */
export function cleanFileName(sent: string, mediaType: keyof typeof extensions): string {
  const last = sent.split(/[/\\]/).at(-1)!;
  const stem = last
    .replace(/\.[^.]*$/, "")
    // What follows takes as long as the square of a name's length.
    .slice(0, 4 * LONGEST)
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N} ._()-]/gu, "_")
    .replace(/^[. ]+|[. ]+$/g, "");
  const cut = [...stem].slice(0, LONGEST).join("");
  return `${cut === "" ? "document" : cut}.${extensions[mediaType]}`;
}
