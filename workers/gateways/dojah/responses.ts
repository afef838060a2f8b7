import { z } from "zod";
import type { IdentityType } from "../../../sql/identity/identity-record.ts";
import { expected } from "../fit.ts";
import { otherPerson, person } from "../person.ts";

const record = z.object({ entity: person, error: z.null().optional() });

/** A lookup with status 200: `{entity}`, about the requested person if it says who that is. */
export const recordOf = (type: IdentityType, identifier: string) =>
  expected(record, ({ entity }) => otherPerson(entity, type, identifier));

/** Its older documentation has `error`, its newer one `status`, `message` and `reference_id`. */
const failure = z.object({ error: z.unknown().optional(), message: z.unknown().optional() });

/**
 * Whether a refusal means that there is no such record. Dojah's documentation uses 404 for that and for a wrong path,
 * and only the text tells them apart: the one for a virtual NIN is shown as "vnin not found".
 *
 * The exact text for a BVN and a NIN is not documented, nor whether 400 is used too, as one client reports. So both
 * statuses and forms count, and any other text is unknown.
 */
export function saysNotFound(body: unknown, type: IdentityType): boolean {
  const { error, message } = failure.safeParse(body).data ?? {};
  const texts = [`${type} not found`, `${type} record not found`, "record not found"];
  return [error, message].some(
    (text) => typeof text === "string" && texts.includes(text.trim().toLowerCase().replace(/\.$/, "")),
  );
}
