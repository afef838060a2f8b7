import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import type { PayoutPurpose } from "../../sql/payouts/payout-json.ts";
import type { PayoutEnd } from "../../sql/payouts/payouts.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { claimPayout, finishPayout } from "../helpers/worker-steps.ts";
import { acceptTestPayouts, findPayout } from "../payouts/accept-test-payouts.ts";

const row = z.object({
  reference: z.string(),
  vat: z.bigint().nullable(),
  stamp_duty: z.bigint().nullable(),
  exempted_duty: z.bigint(),
});

/** Accepts a payout and ends it; returns it with its charges. */
export async function payOut(
  database: Database,
  tenant: Tenant,
  {
    amount,
    purpose,
    end = "succeeded",
  }: { amount: bigint; purpose?: PayoutPurpose; end?: PayoutEnd["kind"] },
) {
  const [reference] = await acceptTestPayouts(database, tenant, { amount, ...(purpose && { purpose }) });
  const { id } = await findPayout(database, reference!);
  const claim = (await claimPayout(database, id))!;
  const failure = end === "failed" ? { code: "DESTINATION_REJECTED", message: "No such account." } : {};
  await finishPayout(database, claim, { kind: end, ...failure });
  return database.one(sql.type(row)`
    select reference, vat, stamp_duty, exempted_duty from payouts where id = ${id}`);
}
