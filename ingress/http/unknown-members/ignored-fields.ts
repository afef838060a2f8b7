import type { UnknownMember } from "./unknown-members.ts";

/** Of a name that a caller made up, as much is repeated. */
const LONGEST_NAME = 64;
/** So that no proxy refuses our headers. */
const LONGEST = 1_000;

/**
 * The response header Ignored-Fields: the members of a body that were ignored, as JSON pointers (RFC 6901) with commas
 * between them. Whatever a comma or another separator could be taken for is percent-encoded. Those that do not fit are
 * left out, and of a name that may be somebody's number or address only "…" is there: it is logged. Undefined if
 * nothing was ignored.
 */
export function ignoredFields(unknown: readonly UnknownMember[]): string | undefined {
  let header: string | undefined;
  for (const { path } of unknown.filter(({ isRefused }) => !isRefused)) {
    const longer = [...(header === undefined ? [] : [header]), pointerOf(path)].join(",");
    if (longer.length > LONGEST) return header;
    header = longer;
  }
  return header;
}

/** Whether a name that a caller made up may be a phone, an account, an identity number or an email address. */
export function maybePersonal(name: string): boolean {
  return name.includes("@") || name.replace(/\P{Nd}/gu, "").length > 5;
}

function pointerOf(path: readonly string[]): string {
  return path.map((name) => `/${encoded(name)}`).join("");
}

function encoded(name: string): string {
  const characters = [...name.toWellFormed()];
  if (maybePersonal(name)) return encodeURIComponent("…");
  const shown =
    characters.length > LONGEST_NAME ? `${characters.slice(0, LONGEST_NAME).join("")}…` : characters.join("");
  return encodeURIComponent(shown.replaceAll("~", "~0").replaceAll("/", "~1"));
}
