import type { Verification } from "../api/types.ts";

type Form = Required<Verification["form"]>;

export const fieldLabels: Record<keyof Form, string> = {
  businessType: "Type of business",
  registeredName: "Registered name",
  tradingName: "Trading name",
  registrationNumber: "CAC number",
  tin: "TIN",
  description: "What you sell",
  street: "Street",
  city: "City",
  state: "State",
  phone: "Phone",
  website: "Website",
  monthlyVolume: "Expected monthly payments",
  directors: "An owner or director",
};

/** The same for those of each person. */
export const personLabels = { name: "Full name", role: "Role", email: "Email" };

export const businessTypes: Record<Form["businessType"], string> = {
  limited_company: "Limited company",
  sole_proprietor: "Sole proprietor (business name)",
  non_profit: "Non-profit (incorporated trustees)",
};

export const monthlyVolumes: Record<Form["monthlyVolume"], string> = {
  under_1m: "Under ₦1 million",
  "1m_to_10m": "₦1 million to ₦10 million",
  "10m_to_100m": "₦10 million to ₦100 million",
  over_100m: "Over ₦100 million",
};

export const personRoles = {
  owner: "Owner",
  director: "Director",
  shareholder: "Shareholder",
  trustee: "Trustee",
  secretary: "Secretary",
} satisfies Record<NonNullable<Form["directors"][number]["role"]>, string>;

/** The kinds of documents, in the form's order. */
export const documentKinds: Record<Verification["documents"][number]["kind"], string> = {
  registration_certificate: "Certificate of registration",
  proof_of_address: "Proof of address",
  identity_document: "Identity document",
  other: "Other",
};

/** A file's size for people: 340 KB, 1.2 MB. */
export function formatSize(bytes: number): string {
  const kilo = bytes / 1024;
  return kilo < 1_000 ? `${Math.max(1, Math.round(kilo))} KB` : `${(kilo / 1024).toFixed(1)} MB`;
}
