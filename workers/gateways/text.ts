import { z } from "zod";

/** A provider's text. A name is any text: markup is kept, and escaped when shown. */
export const text = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u);
