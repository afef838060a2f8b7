import { z } from "zod";

/** A part of a name. Registers leave parts empty. */
const part = z
  .string()
  .trim()
  .max(60)
  .regex(/^\P{Cc}*$/u)
  .nullish();
/** A phone as text or, without its leading 0, as a number. One that is masked cannot be compared: it does not fit. */
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
  // A record without a phone says nothing of the person's phones, null and blank ones too: nobody is refused for it.
  .refine((members) => phonesOf(members).length > 0, { path: ["mobile"] })
  .refine(({ firstname, lastname, surname }) => firstname || lastname || surname, { path: ["lastname"] });

/**
 * What a record of a BVN or NIN says of a person: the name, the phones, and whose record it is. Providers spell the
 * members of one and the same record in several ways (first_name, firstName, firstname), so case and underscores do not
 * count. Everything else in it, dates of birth, addresses and pictures, is left behind here.
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

/** Those that have a digit which is not 0: registers fill the place of one that they lack. */
function phonesOf(
  members: Partial<Record<keyof typeof phones, string | number | null | undefined>>,
): string[] {
  const known = Object.keys(phones).map((name) => String(members[name as keyof typeof phones] ?? ""));
  return known.filter((each) => /[1-9]/.test(each));
}

export type Person = z.output<typeof person>;

/** The member that names another person than was asked about. Some providers mask it: that says nothing. */
export function otherPerson(found: Person, type: "bvn" | "nin", asked: string): string[] {
  const named = String(found[type] ?? "");
  return /^\d{11}$/.test(named) && named !== asked ? [type] : [];
}

/** Where two spellings meet, an empty one gives way. */
function fold(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const folded: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, member] of Object.entries(value)) {
    const key = name.replaceAll("_", "").toLowerCase();
    if (!(key in folded) || folded[key] == null || folded[key] === "") folded[key] = member;
  }
  return { ...folded };
}
