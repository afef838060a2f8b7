import { z } from "zod";
import type { IdentityType } from "../../../sql/identity/identity-record.ts";
import type { Expected } from "../fit.ts";
import { otherPerson, person } from "../person.ts";

const record = z.object({ entity: person, error: z.null().optional() });

/** A lookup with status 200: `{entity}`, of the person that was asked about, where it says who that is. */
export const recordOf = (type: IdentityType, identifier: string): Expected<z.output<typeof record>> => ({
  schema: record,
  mismatches: ({ entity }) => otherPerson(entity, type, identifier),
});

const failure = z.object({ error: z.string() });

/**
 * Whether a refusal says that there is no such record. Dojah's documents use 404 for that and for a path that does not
 * exist, and only the text of `error` tells them apart: the one for a virtual NIN is shown as "vnin not found".
 *
 * Not settled by any document: the exact text for a BVN and a NIN, and whether 400 is used too, as one client says. So
 * both statuses count, and any other text is unknown.
 */
export function saysNotFound(body: unknown, type: IdentityType): boolean {
  const error = failure.safeParse(body).data?.error.trim().toLowerCase().replace(/\.$/, "");
  return error === `${type} not found`;
}
