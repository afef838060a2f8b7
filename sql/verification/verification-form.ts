import { decrypt, encrypt, type MasterKeys } from "../crypto/encryption.ts";

export const businessTypes = ["sole_proprietor", "limited_company", "non_profit"] as const;
type BusinessType = (typeof businessTypes)[number];

export const directorRoles = ["owner", "director", "shareholder", "trustee", "secretary"] as const;

/** What a business expects to collect in a month, in naira. */
export const monthlyVolumes = ["under_1m", "1m_to_10m", "10m_to_100m", "over_100m"] as const;

export const documentKinds = [
  "registration_certificate",
  "proof_of_address",
  "identity_document",
  "other",
] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** The documents that every business has to send. */
export const neededKinds: readonly DocumentKind[] = documentKinds.filter((kind) => kind !== "other");

/** Somebody who stands for the business. */
type Director = { name: string; role: (typeof directorRoles)[number]; email: string };

/** What a merchant says about its business. Of a draft every member may be missing. */
export type VerificationForm = {
  businessType?: BusinessType | undefined;
  registeredName?: string | undefined;
  tradingName?: string | undefined;
  /** The number at the Corporate Affairs Commission: RC of a company, BN of a business name, IT of trustees. */
  registrationNumber?: string | undefined;
  /** The tax identification number. */
  tin?: string | undefined;
  description?: string | undefined;
  street?: string | undefined;
  city?: string | undefined;
  state?: string | undefined;
  phone?: string | undefined;
  website?: string | undefined;
  monthlyVolume?: (typeof monthlyVolumes)[number] | undefined;
  directors?: Director[] | undefined;
};

const neededMembers = [
  "businessType",
  "registeredName",
  "registrationNumber",
  "tin",
  "description",
  "street",
  "city",
  "state",
  "phone",
  "monthlyVolume",
] as const satisfies readonly (keyof VerificationForm)[];

/** How the numbers begin that the Corporate Affairs Commission gives each type of business. */
const numberPrefixes: Record<BusinessType, readonly string[]> = {
  sole_proprietor: ["BN"],
  limited_company: ["RC"],
  non_profit: ["IT", "RC"],
};

/** What is missing before a verification can be submitted: the field, or `documents.<kind>`, and what it must be. */
export function missingFrom(form: VerificationForm, kinds: readonly DocumentKind[]): Record<string, string> {
  const missing: Record<string, string> = {};
  for (const name of neededMembers) if (form[name] === undefined) missing[name] = "is required";
  if (!form.directors?.length) missing["directors"] = "must name at least one person";
  const { businessType, registrationNumber } = form;
  if (businessType !== undefined && registrationNumber !== undefined) {
    const prefixes = numberPrefixes[businessType];
    if (!prefixes.some((prefix) => registrationNumber.startsWith(prefix)))
      missing["registrationNumber"] = `must begin with ${prefixes.join(" or ")} for this type of business`;
  }
  for (const kind of neededKinds) if (!kinds.includes(kind)) missing[`documents.${kind}`] = "is required";
  return missing;
}

/** Encrypts a form for its merchant's row. */
export function encryptForm(keys: MasterKeys, merchantId: bigint, form: VerificationForm): Buffer {
  return encrypt(keys, JSON.stringify(form), formContext(merchantId));
}

/** Decrypts what encryptForm() made; a merchant without one has an empty form. Throws for another merchant's. */
export function decryptForm(
  keys: MasterKeys,
  merchantId: bigint,
  encrypted: Buffer | null,
): VerificationForm {
  if (encrypted === null) return {};
  return JSON.parse(decrypt(keys, encrypted, formContext(merchantId))) as VerificationForm;
}

/** The encryption context of a merchant's form. */
export function formContext(merchantId: bigint): string {
  return `verification_form:${merchantId}`;
}
