import { z } from "zod";
import { kybStatuses } from "../../sql/merchants/merchants.ts";
import { findVerification } from "../../sql/verification/verifications.ts";
import { documentJson } from "../../sql/verification/verification-document.ts";
import { businessTypes, directorRoles, monthlyVolumes } from "../../sql/verification/verification-form.ts";
import type { Context } from "../context.ts";
import { lines, oneOf, printable } from "../http/fields.ts";
import { missingFrom } from "./missing-from.ts";

/**
 * What a merchant says about its business: a draft is saved as it is, if it can be shown. What is missing, or is not
 * what it must be (missingFrom), is only refused when it is submitted.
 */
export const formJson = z
  .object({
    businessType: oneOf(businessTypes).optional(),
    registeredName: printable(200).optional(),
    tradingName: printable(200).optional(),
    registrationNumber: printable(50).optional(),
    tin: printable(50).optional(),
    description: lines(1, 1_000).optional(),
    street: printable(200).optional(),
    city: printable(100).optional(),
    state: printable(50).optional(),
    phone: printable(50).optional(),
    website: printable(300).optional(),
    monthlyVolume: oneOf(monthlyVolumes).optional(),
    directors: z
      .array(
        z.object({
          name: printable(200).optional(),
          role: oneOf(directorRoles).optional(),
          email: printable(254).optional(),
        }),
        { error: "must be a list of people" },
      )
      .max(10, { error: "must name at most 10 people" })
      .optional(),
  })
  .meta({ id: "VerificationForm", description: "A merchant's description of its business." });

export const verificationJson = z
  .object({
    status: z.enum(kybStatuses),
    statusSince: z.string().nullable().describe("Null if nothing has been saved yet."),
    isClosed: z.boolean().describe("The merchant's account is closed. Nothing can be changed."),
    reason: z.string().nullable().describe("Why it was rejected last."),
    version: z.int().describe("The form's version. Send it back when you save or submit."),
    form: formJson,
    documents: z.array(documentJson),
    missing: z
      .record(z.string(), z.string())
      .describe(
        "Missing or invalid fields that block submission: the field or documents.<kind>, and what it must be.",
      ),
  })
  .meta({ id: "Verification", description: "The verification of a merchant's business." });

/** The version of the form that the caller saw. */
export const formVersion = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);

/** A merchant's verification as the dashboard shows it. */
export async function readVerification(
  { database, config }: Pick<Context, "database" | "config">,
  merchantId: bigint,
): Promise<z.output<typeof verificationJson>> {
  const found = await findVerification(database, config.encryptionKeys, merchantId);
  const kinds = found.documents.map(({ kind }) => kind);
  return { ...found, missing: missingFrom(found.form, kinds) };
}
