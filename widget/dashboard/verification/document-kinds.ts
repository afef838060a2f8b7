import type { Verification } from "../api/types.ts";

/** The kinds of documents, in the order in which they are asked for. */
export const documentKinds: Record<Verification["documents"][number]["kind"], string> = {
  registration_certificate: "Certificate of registration",
  proof_of_address: "Proof of address",
  identity_document: "Identity document",
  other: "Other",
};
