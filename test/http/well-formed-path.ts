import { z } from "zod";
import type { Route } from "../../ingress/http/route.ts";
import { referencePrefixes } from "../../sql/formats/references.ts";

const names = [
  "1",
  "test",
  ...referencePrefixes.map((prefix) => `${prefix}_${"0".repeat(26)}`),
  "0".repeat(32),
];

/** A path of a route that passes for one: its parameters have the right form, and name nothing that exists. */
export function wellFormedPath({ path, request: { params } }: Pick<Route, "path" | "request">): string {
  return path.replace(/:(\w+)/g, (_, parameter: string) => {
    const schema = params instanceof z.ZodObject ? (params.shape[parameter] as z.ZodType) : z.never();
    const name = names.find((candidate) => schema.safeParse(candidate).success);
    if (name === undefined) throw new Error(`no name fits ${path}`);
    return name;
  });
}
