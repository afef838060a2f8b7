import { z } from "zod";
import { text } from "../http/fields.ts";

/** An 11-digit BVN or NIN. */
export const nationalIdentifier = text(/^\d{11}$/, "must be exactly 11 digits, as a string");

const phoneRule = "must be a phone number, as text of 10 to 100 characters";

/** A phone number, in any format. A text that is none is checked as well, and never matches: readPhone(). */
export const phone = z
  .string({ error: phoneRule })
  .min(10, { error: phoneRule })
  .max(100, { error: phoneRule })
  .meta({ rule: phoneRule });
