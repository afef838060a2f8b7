/** How a language writes the values of JSON. */
export type Syntax = {
  /** The text around fields on one line. */
  object: [open: string, close: string];
  list: [open: string, close: string];
  /** A field's name and the separator before its value. */
  member: (name: string) => string;
  /** The literals for `true`, `false` and `null`; by default as in JSON. */
  words?: Record<"true" | "false" | "null", string>;
  text?: (value: string) => string;
  emptyObject?: string;
};

const WIDTH = 80;

/** A JSON value as a literal of the language: on one line if it is short, otherwise one field per line. */
export function printLiteral(value: unknown, syntax: Syntax, indent: string, step = indent): string {
  if (typeof value === "string") return (syntax.text ?? JSON.stringify)(value);
  if (typeof value !== "object" || value === null) {
    const word = JSON.stringify(value) as "true" | "false" | "null";
    return syntax.words?.[word] ?? word;
  }
  const isList = Array.isArray(value);
  const [open, close] = isList ? syntax.list : syntax.object;
  const inner = indent + step;
  const parts = Object.entries(value).map(
    ([name, member]) => `${isList ? "" : syntax.member(name)}${printLiteral(member, syntax, inner, step)}`,
  );
  if (parts.length === 0) return isList ? "[]" : (syntax.emptyObject ?? open.trim() + close.trim());
  const line = `${open}${parts.join(", ")}${close}`;
  if (line.length + indent.length <= WIDTH && !line.includes("\n")) return line;
  return `${open.trim()}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent}${close.trim()}`;
}

/** A string literal; a `$NAME` at its end is replaced by the value of that environment variable. */
export function joinVariable(text: string, operator: string, read: (name: string) => string): string {
  const [, start, name] = /^(.*)\$([A-Z_]+)$/.exec(text) ?? [];
  return name === undefined ? JSON.stringify(text) : `${JSON.stringify(start)}${operator}${read(name)}`;
}
