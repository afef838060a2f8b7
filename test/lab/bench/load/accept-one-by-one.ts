import { randomBytes, randomUUID } from "node:crypto";
import { createDatabase } from "../../../../sql/process/database.ts";
import { acceptPayouts } from "../../../../sql/payouts/payouts.ts";
import type { Tenant } from "../../../../sql/merchants/tenant.ts";
import { destination } from "./destination.ts";
import { keepBusy, type Load, type Loaded } from "./keep-busy.ts";
import { serve } from "../../fork-program.ts";
import { asOperator } from "../../../helpers/as-operator.ts";

export type Acceptance = Load & { databaseUrl: string; tenants: readonly Tenant[] };

/** Calls accept_payouts() for one payout at a time, in turns for each merchant, with a connection per client. */
async function accept({ databaseUrl, tenants, ...load }: Acceptance): Promise<Loaded> {
  const database = await createDatabase({
    url: databaseUrl,
    maxPoolSize: load.clients,
    applicationName: "bench",
  });
  let next = 0;
  return keepBusy(load, async () => {
    const tenant = tenants[next++ % tenants.length]!;
    const request = { idempotencyKey: randomUUID(), requestHash: randomBytes(32), amount: 10_000n };
    const [decision] = await acceptPayouts(database, [{ ...tenant, ...request, destination, ...asOperator }]);
    if (decision!.outcome !== "accepted") throw new Error(`a payout was decided as ${decision!.outcome}`);
  });
}

serve({ run: accept });
