import type { Call } from "./call.ts";

/** A request as a command for a POSIX shell. */
export function writeCurl({ method, path, headers, body }: Call): string {
  const impliedMethod = body === undefined ? "GET" : "POST";
  const options = method === impliedMethod ? "" : `-X ${method} `;
  const lines = [
    `curl -sS --fail-with-body ${options}"$PAYMENTS_URL${path}"`,
    ...headers.map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined ? [] : [`-d '${indented(body).replaceAll("'", `'\\''`)}'`]),
  ];
  return lines.join(" \\\n  ");
}

function indented(body: unknown): string {
  return JSON.stringify(body, null, 2).replaceAll("\n", "\n  ");
}
