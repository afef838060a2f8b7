import { z } from "zod";

/** Text of a provider. A name is any text: markup in it is kept, and escaped where it is shown. */
export const text = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u);
