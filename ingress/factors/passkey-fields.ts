import { z } from "zod";
import { printable } from "../http/fields.ts";

export const passkeyJson = z
  .object({
    reference: z.string(),
    name: z.string(),
    isSynced: z.boolean().describe("The passkey is synced across the person's devices."),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
  })
  .meta({ id: "Passkey" });

export const passkeyName = printable(60);

/** The recovery codes that come with the first second factor. */
export const recoveryCodesOnce = z
  .array(z.string())
  .nullable()
  .describe("Ten single-use codes, shown only here. Null if the person already has codes.");
