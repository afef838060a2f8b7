/**
 * JSON text in parts. A `raw` part is written unchanged, for what JSON.stringify never writes: 1e400, a duplicate
 * field, no JSON at all.
 */
export type JsonText = { raw: string } | { text: string } | JsonText[] | { members: [string, JsonText][] };

/** Writes the text. */
export function write(part: JsonText): string {
  if (Array.isArray(part)) return `[${part.map(write).join(",")}]`;
  if ("raw" in part) return part.raw;
  if ("text" in part) return JSON.stringify(part.text);
  return `{${part.members.map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`).join(",")}}`;
}

/** The text with its n-th part changed, counting cyclically from the outermost. */
export function changePart(text: JsonText, n: number, change: (part: JsonText) => JsonText): JsonText {
  let left = n % countParts(text);
  const visit = (part: JsonText): JsonText => {
    if (left < 0) return part;
    if (left === 0) {
      left = -1;
      return change(part);
    }
    left -= 1;
    if (Array.isArray(part)) return part.map(visit);
    return "members" in part
      ? { members: part.members.map(([name, member]) => [name, visit(member)]) }
      : part;
  };
  return visit(text);
}

function countParts(part: JsonText): number {
  const inner = Array.isArray(part)
    ? part
    : "members" in part
      ? part.members.map(([, member]) => member)
      : [];
  return 1 + inner.reduce((sum, member) => sum + countParts(member), 0);
}
