import { z } from "zod";

/** A passkey as its person sees it. */
export const passkeyJson = z
  .object({
    reference: z.string(),
    name: z.string(),
    isSynced: z.boolean().describe("The passkey is synced across the person's devices."),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
  })
  .meta({ id: "Passkey" });
