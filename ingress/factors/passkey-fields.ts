import { z } from "zod";
import { printable } from "../http/fields.ts";

export const passkeyName = printable(60);

/** The recovery codes that come with the first second factor. */
export const recoveryCodesOnce = z
  .array(z.string())
  .nullable()
  .describe("Ten single-use codes, shown only here. Null if the person already has codes.");
