import { z } from "zod";

/** Codes of institutions: GET /v1/banks lists them, and banks has them. */
export const bankCodePattern = /^[0-9A-Z]{3,8}$/;

/** The kind of institution, by its licence in Nigeria. */
export const bankTypes = [
  "commercial",
  "finance_company",
  "merchant",
  "microfinance",
  "mobile_money",
  "mortgage",
  "non_interest",
  "payment_service_bank",
  "payment_service_provider",
] as const;

export const bankJson = z
  .object({
    code: z
      .string()
      .regex(bankCodePattern)
      .describe("Use it as bankCode elsewhere: text, not a number. Codes are stable; names may change."),
    name: z.string(),
    type: z.enum(bankTypes).describe("The kind of institution. We may add more kinds."),
    nipCode: z
      .string()
      .regex(/^\d{6}$/)
      .nullable()
      .describe("The bank's NIP code, or null if unknown. As bankCode, send `code`."),
  })
  .meta({ id: "Bank", description: "A bank or another institution that holds accounts." });
