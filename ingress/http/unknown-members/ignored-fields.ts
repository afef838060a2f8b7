import type { UnknownMember } from "./unknown-members.ts";

/** How much of a caller's field name is repeated. */
const LONGEST_NAME = 64;
/** Small enough that no proxy refuses our headers. */
const LONGEST = 1_000;

/**
 * The response header Ignored-Fields: the ignored members of a body, as JSON pointers (RFC 6901) separated by commas.
 * Anything that could be mistaken for a separator is percent-encoded. Those that do not fit are omitted, and a name
 * that may be somebody's number or address is replaced by "…", since the header is logged. Undefined if nothing was
 * ignored.
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

/** Whether a caller's field name may be a phone, an account, an identity number or an email address. */
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
