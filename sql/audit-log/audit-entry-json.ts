import { z } from "zod";

const facts = z.record(z.string(), z.unknown()).nullable();
/** An entry for the merchant's owners. Operators' names stay with the platform. */
export const auditEntryJson = z
  .object({
    id: z.string(),
    at: z.string(),
    who: z
      .object({ reference: z.string(), name: z.string(), email: z.string() })
      .nullable()
      .describe("The person. Null for a key or an operator."),
    key: z
      .object({ reference: z.string(), name: z.string().describe("The beginning and end of the secret.") })
      .nullable()
      .describe("The API key that made the change. Null if a person or an operator did."),
    address: z.string().nullable().describe("The IP address of the person or key."),
    environment: z.enum(["test", "live"]).nullable(),
    action: z.string(),
    target: z.string(),
    targetName: z.string().nullable().describe("The affected person's name."),
    before: facts,
    after: facts,
  })
  .meta({ id: "AuditEntry" });
export type AuditEntryJson = z.output<typeof auditEntryJson>;
