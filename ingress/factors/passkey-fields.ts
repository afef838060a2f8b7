import { z } from "zod";
import { printable } from "../http/fields.ts";

export const passkeyJson = z
  .object({
    reference: z.string(),
    name: z.string(),
    isSynced: z.boolean().describe("The person's devices share it."),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
  })
  .meta({ id: "Passkey" });

export const passkeyName = printable(60);

/** What the first second factor brings. */
export const recoveryCodesOnce = z
  .array(z.string())
  .nullable()
  .describe("Ten codes, each good once, shown here alone; null: the person has codes already.");
