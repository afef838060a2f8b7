import type { Connection } from "../../../sql/process/database.ts";
import { findReferenceHolder, type Holder } from "../../../sql/process/merchant-references.ts";
import type { Tenant } from "../../../sql/merchants/tenant.ts";
import { Problem } from "../problems.ts";

/** The refusal of a body whose merchantReference a row of the table has. */
export async function referenceConflict(
  database: Connection,
  table: Holder,
  tenant: Tenant,
  { merchantReference = "" }: { merchantReference?: string | undefined },
): Promise<Problem> {
  const reference = await findReferenceHolder(database, table, tenant, merchantReference);
  return reference === null
    ? new Problem(
        "SERVICE_UNAVAILABLE",
        "Another request with this merchantReference just failed. Try again.",
        {
          retryAfterSeconds: 1,
        },
      )
    : new Problem("MERCHANT_REFERENCE_CONFLICT", "You've used this merchantReference before. See details.", {
        details: { reference },
      });
}
