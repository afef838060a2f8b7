import { decrypt, encrypt, type MasterKeys } from "../process/encryption/encryption.ts";

export const businessTypes = ["sole_proprietor", "limited_company", "non_profit"] as const;
export type BusinessType = (typeof businessTypes)[number];

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

/** A person who represents the business. In a draft every member may be missing. */
type Director = {
  name?: string | undefined;
  role?: (typeof directorRoles)[number] | undefined;
  email?: string | undefined;
};

/** A merchant's form about its business. In a draft each member may be missing or incomplete. */
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
