import { z } from "zod";
import type { IdentityType } from "../../../sql/identity/identity-record.ts";
import { expected } from "../fit.ts";
import { otherPerson, person } from "../person.ts";

/** The envelope of every result, and, if included, whether the verification was done. */
const envelope = z.object({
  response_code: z.string(),
  verification: z.object({ status: z.string().nullish() }).nullish(),
});
export type Envelope = { code: string; verification: string | undefined };

/** Undefined for a body without a code, such as a refused key's. */
export function envelopeOf(body: unknown): Envelope | undefined {
  const read = envelope.safeParse(body).data;
  if (read === undefined) return undefined;
  return { code: read.response_code, verification: read.verification?.status ?? undefined };
}

const success = { status: z.literal(true) };
const records = {
  bvn: z.object({ ...success, data: person }).transform(({ data }) => data),
  // Newer clients read it from `data`, older ones from `nin_data`.
  nin: z.union([
    z.object({ ...success, nin_data: person }).transform(({ nin_data: data }) => data),
    z.object({ ...success, data: person }).transform(({ data }) => data),
  ]),
};

/** The record of code 00, for the requested person: `data` of a BVN, of a NIN `nin_data` too. */
export const recordOf = (type: IdentityType, identifier: string) =>
  expected(records[type], (found) => otherPerson(found, type, identifier));
