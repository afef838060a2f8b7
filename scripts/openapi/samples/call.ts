/** A request; `$NAME` at a header's end is an environment variable. */
export type Call = { method: string; path: string; headers: [name: string, value: string][]; body: unknown };
