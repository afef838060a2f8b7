import { z } from "zod";

/** A part of a name. Registers leave parts empty. */
const part = z
  .string()
  .trim()
  .max(60)
  .regex(/^\P{Cc}*$/u)
  .nullish();
/** A phone as text or, without its leading 0, as a number. A masked one cannot be compared: it does not fit. */
const phone = z
  .union([
    z
      .string()
      .trim()
      .max(32)
      .regex(/^[\d\s()+.-]*$/),
    z.int().nonnegative(),
  ])
  .nullish();
const identifier = z.union([z.string(), z.int()]).nullish();

const phones = {
  mobile: phone,
  phone,
  phonenumber: phone,
  phonenumber1: phone,
  phonenumber2: phone,
  telephone: phone,
  telephoneno: phone,
};

/** A record of a person, by the names of its members without case and underscores. */
const record = z
  .object({
    firstname: part,
    middlename: part,
    lastname: part,
    surname: part,
    bvn: identifier,
    nin: identifier,
    ...phones,
  })
  // A record without a phone (also null or blank) tells nothing about the person's phones: nobody is refused for it.
  .refine((members) => phonesOf(members).length > 0, { path: ["mobile"] })
  .refine(({ firstname, lastname, surname }) => firstname || lastname || surname, { path: ["lastname"] });

/**
 * A person's BVN or NIN record: name, phones, and identifier. Providers spell the members of one record in several ways
 * (first_name, firstName, firstname), so case and underscores don't count. Everything else in it, dates of birth,
 * addresses and pictures, is discarded here.
 */
export const person = z.preprocess(fold, record).transform((members) => {
  const { firstname, middlename, lastname, surname } = members;
  return {
    name: [firstname, middlename, lastname || surname].filter(Boolean).join(" "),
    phones: phonesOf(members),
    bvn: members.bvn,
    nin: members.nin,
  };
});

/** Those with a digit other than 0: registers fill in zeros for a missing phone. */
function phonesOf(
  members: Partial<Record<keyof typeof phones, string | number | null | undefined>>,
): string[] {
  const known = Object.keys(phones).map((name) => String(members[name as keyof typeof phones] ?? ""));
  return known.filter((each) => /[1-9]/.test(each));
}

export type Person = z.output<typeof person>;

/** The member that names another person than requested. Some providers mask it, which tells nothing. */
export function otherPerson(found: Person, type: "bvn" | "nin", requested: string): string[] {
  const named = String(found[type] ?? "");
  return /^\d{11}$/.test(named) && named !== requested ? [type] : [];
}

/** If two spellings occur, the non-empty one counts. */
function fold(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const folded: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, member] of Object.entries(value)) {
    const key = name.replaceAll("_", "").toLowerCase();
    if (!(key in folded) || folded[key] == null || folded[key] === "") folded[key] = member;
  }
  return { ...folded };
}
