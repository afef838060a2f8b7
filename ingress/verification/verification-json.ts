import { z } from "zod";
import { kybStatuses } from "../../sql/queries/merchants.ts";
import type { Verification } from "../../sql/queries/verifications.ts";
import { mediaTypes } from "../../sql/verification/verification-document.ts";
import {
  businessTypes,
  directorRoles,
  documentKinds,
  missingFrom,
  monthlyVolumes,
} from "../../sql/verification/verification-form.ts";
import { email, lines, oneOf, printable, text } from "../http/fields.ts";

const taxNumberRule = "must be a TIN: 10 digits, 13 digits, or 8 and 4 digits with a hyphen between";

/** What a merchant says about its business. Nothing is required until it is submitted. */
export const formJson = z
  .object({
    businessType: oneOf(businessTypes).optional(),
    registeredName: printable(200).optional(),
    tradingName: printable(200).optional(),
    registrationNumber: text(
      /^(RC|BN|IT)\d{4,9}$/,
      "must be the CAC number: RC, BN or IT and 4 to 9 digits, without spaces",
    ).optional(),
    tin: text(/^(\d{8}-\d{4}|\d{10}|\d{13})$/, taxNumberRule).optional(),
    description: lines(10, 1_000).optional(),
    street: printable(200).optional(),
    city: printable(100).optional(),
    state: printable(50).optional(),
    phone: text(
      /^(\+234|0)[789]\d{9}$/,
      "must be a Nigerian mobile number: 0 or +234, then 10 digits",
    ).optional(),
    website: z
      .url({ protocol: /^https?$/, hostname: z.regexes.domain, error: "must be a web address: https://..." })
      .max(300, { error: "must have at most 300 characters" })
      .optional(),
    monthlyVolume: oneOf(monthlyVolumes).optional(),
    directors: z
      .array(
        z.object({
          name: printable(200),
          role: oneOf(directorRoles),
          email,
        }),
        { error: "must be a list of people" },
      )
      .max(10, { error: "must name at most 10 people" })
      .optional(),
  })
  .meta({ id: "VerificationForm", description: "What a merchant says about its business." });

export const documentJson = z
  .object({
    reference: z.string(),
    kind: z.enum(documentKinds),
    name: z.string(),
    mediaType: z.enum(mediaTypes),
    size: z.int().describe("In bytes."),
    createdAt: z.string(),
  })
  .meta({ id: "VerificationDocument", description: "A document that proves what the form says." });

export const verificationJson = z
  .object({
    status: z.enum(kybStatuses),
    statusSince: z.string().nullable().describe("Null where nothing was saved yet."),
    isClosed: z.boolean().describe("The merchant has left; nothing can be changed any more."),
    reason: z.string().nullable().describe("Why it was rejected last."),
    version: z.int().describe("Of the form; send it back when you save or submit."),
    form: formJson,
    documents: z.array(documentJson),
    missing: z
      .record(z.string(), z.string())
      .describe(
        "What is missing before it can be submitted: field or documents.<kind>, and what it must be.",
      ),
  })
  .meta({ id: "Verification", description: "The verification of a merchant's business." });

/** A verification as the dashboard shows it. */
export function describeVerification(found: Verification): z.output<typeof verificationJson> {
  const kinds = found.documents.map(({ kind }) => kind);
  return { ...found, missing: missingFrom(found.form, kinds) };
}
