import { z } from "zod";
import { readPhone } from "../../sql/identity/phone.ts";
import {
  businessTypes,
  directorRoles,
  monthlyVolumes,
  neededKinds,
  type BusinessType,
  type DocumentKind,
  type VerificationForm,
} from "../../sql/verification/verification-form.ts";
import { email, lines, oneOf, printable, text } from "../http/fields.ts";

const taxNumberRule = "must be a TIN: 10 digits, 13 digits, or 8 and 4 digits with a hyphen between";

const mobileRule = "must be a Nigerian mobile number: 0 or +234, then 10 digits";

/** What a form must be that is submitted. */
const completeForm = z.object({
  businessType: oneOf(businessTypes),
  registeredName: printable(200),
  tradingName: printable(200).optional(),
  registrationNumber: text(
    /^(RC|BN|IT)\d{4,9}$/,
    "must be the CAC number: RC, BN or IT and 4 to 9 digits, without spaces",
  ),
  tin: text(/^(\d{8}-\d{4}|\d{10}|\d{13})$/, taxNumberRule),
  description: lines(10, 1_000),
  street: printable(200),
  city: printable(100),
  state: printable(50),
  phone: z
    .string({ error: mobileRule })
    .refine((given) => /^[789]\d{9}$/.test(readPhone(given) ?? ""), { error: mobileRule }),
  website: z
    .url({ protocol: /^https?$/, hostname: z.regexes.domain, error: "must be a web address: https://..." })
    .optional(),
  monthlyVolume: oneOf(monthlyVolumes),
  directors: z.array(z.object({ name: printable(200), role: oneOf(directorRoles), email })),
});

/** How the numbers begin that the Corporate Affairs Commission gives each type of business. */
const numberPrefixes: Record<BusinessType, readonly string[]> = {
  sole_proprietor: ["BN"],
  limited_company: ["RC"],
  non_profit: ["IT", "RC"],
};

/**
 * What is missing before a verification can be submitted, or wrong: the field, as directors.0.email, or
 * `documents.<kind>`, and what it must be.
 */
export function missingFrom(form: VerificationForm, kinds: readonly DocumentKind[]): Record<string, string> {
  const missing: Record<string, string> = {};
  for (const { path, input, message } of completeForm.safeParse(form, { reportInput: true }).error?.issues ??
    [])
    missing[path.join(".")] ??= input === undefined ? "is required" : message;
  if (!form.directors?.length) missing["directors"] = "must name at least one person";
  const { businessType, registrationNumber } = form;
  if (businessType !== undefined && registrationNumber !== undefined) {
    const prefixes = numberPrefixes[businessType];
    if (!prefixes.some((prefix) => registrationNumber.startsWith(prefix)))
      missing["registrationNumber"] ??= `must begin with ${prefixes.join(" or ")} for this type of business`;
  }
  for (const kind of neededKinds) if (!kinds.includes(kind)) missing[`documents.${kind}`] = "is required";
  return missing;
}
