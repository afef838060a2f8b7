import { z } from "zod";
import type { Connection } from "../database.ts";
import { environments, moneyJson } from "../ledger/money.ts";
import { timestampJson } from "../public-json.ts";
import { sql } from "../sql-tag.ts";

/** One line of the table of fees. */
export const feeJson = z
  .object({
    service: z.enum(["payout", "identity_check"]),
    environment: z.enum(environments),
    effectiveFrom: timestampJson,
    upTo: moneyJson
      .describe("Holds for amounts up to this one; for all above where it is absent.")
      .optional(),
    fee: moneyJson,
  })
  .meta({ id: "Fee", description: "What a service costs, from a date on." });

/** The fees in force and those to come, by service and environment, in order of their dates. */
export async function listFees(connection: Connection) {
  const row = z.object({ json: z.custom<z.output<typeof feeJson>>() });
  return connection.anyFirst(sql.type(row)`
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

/** The largest payout that a merchant may make at once, in kobo. */
export async function findPayoutMax(connection: Connection, merchantId: bigint): Promise<bigint> {
  return connection.oneFirst(sql.type(z.object({ payout_max: z.bigint() }))`
    select payout_max from merchants where id = ${merchantId}`);
}
