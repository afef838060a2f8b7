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
