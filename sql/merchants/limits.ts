import { z } from "zod";
import type { Connection } from "../process/database.ts";
import type { feeJson, payoutLimitsJson } from "./limits-json.ts";
import { jsonOf, sql } from "../process/sql-tag.ts";

/** The fees in force and those to come, by service and environment, in order of their dates. */
export async function listFees(connection: Connection) {
  return connection.anyFirst(sql.type(jsonOf<z.output<typeof feeJson>>())`
    select json_strip_nulls(json_build_object(
      'service', f.service, 'environment', f.environment, 'effectiveFrom', iso_timestamp(f.effective_from),
      'upTo', case when f.up_to is not null then money_json(f.up_to, 'NGN') end, 'fee', money_json(f.fee, 'NGN')
    )) as json
    from fees f
    where f.effective_from >= (
      select max(e.effective_from) from fees e
      where (e.service, e.environment) = (f.service, f.environment) and e.effective_from <= now()
    )
    order by f.service desc, f.environment, f.effective_from, f.up_to nulls last`);
}

const payoutLimits = z.object({
  /** The largest payout in any environment, in kobo. */
  largest: z.bigint(),
  test: z.custom<z.output<typeof payoutLimitsJson>>(),
  live: z.custom<z.output<typeof payoutLimitsJson>>(),
});

/** A merchant's payout limits by environment, from SQL's payout_limits_json(). */
export async function findPayoutLimits(connection: Connection, merchantId: bigint) {
  return connection.one(sql.type(payoutLimits)`
    select payout_max as largest, payout_limits_json(id, 'test') as test, payout_limits_json(id, 'live') as live
    from merchants where id = ${merchantId}`);
}
