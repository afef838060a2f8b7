import { z } from "zod";
import type { Connection } from "../process/database.ts";
import type { chargeJson, payoutLimitsJson } from "./limits-json.ts";
import { jsonOf, sql } from "../process/sql-tag.ts";

/** A merchant's charges, in force and to come, by service and kind, in order of their dates. */
export async function listCharges(connection: Connection, merchantId: bigint) {
  return connection.anyFirst(sql.type(jsonOf<z.output<typeof chargeJson>>())`
    select json_strip_nulls(json_build_object(
      'service', c.service, 'kind', c.kind, 'effectiveFrom', iso_timestamp(start_of_lagos_day(c.starts_on)),
      'from', money_json(c.from_amount, 'NGN'),
      'amount', case when c.kobo is not null then money_json(c.kobo, 'NGN') end,
      'basisPoints', c.basis_points,
      'exemptPurposes', case when m.has_exemptions then c.exempt_purposes else '{}' end
    )) as json
    from charges c join merchants m on m.id = ${merchantId}
    where c.starts_on >= coalesce((
      select max(e.starts_on) from charges e
      where (e.service, e.kind) = (c.service, c.kind) and e.starts_on <= lagos_day(now())
    ), '-infinity')
    order by c.service desc, c.kind = 'stamp_duty', c.kind, c.starts_on, c.from_amount`);
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
