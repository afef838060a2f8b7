import { text } from "../http/fields.ts";

/** An 11-digit BVN or NIN. */
export const nationalIdentifier = text(/^\d{11}$/, "must be exactly 11 digits, as a string");

const phoneRule =
  "must be a phone number of 10 to 32 characters: at least ten digits, beside spaces, +, -, ( and )";

/** A phone number with at least ten digits, however it is grouped. */
export const phone = text(/^[\d +()-]*$/, phoneRule)
  .min(10, { error: phoneRule })
  .max(32, { error: phoneRule })
  .refine((given) => given.replace(/\D/g, "").length >= 10, { error: phoneRule });
