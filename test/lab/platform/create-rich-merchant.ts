import type { Connection } from "../../../sql/process/database.ts";
import { createApiKey } from "../../../sql/keys/api-keys.ts";
import { setKybStatus } from "../../../sql/merchants/merchants.ts";
import type { Tenant } from "../../../sql/merchants/tenant.ts";
import { createFundedMerchant, fund } from "../../helpers/records.ts";
import { asOperator } from "../../helpers/as-operator.ts";

export type RichMerchant = { test: Tenant; live: Tenant; testKey: string; liveKey: string };

/** An approved merchant with a key in each environment, and this many kobo. */
export async function createRichMerchant(
  database: Connection,
  balances: { test?: bigint; live?: bigint },
): Promise<RichMerchant> {
  const test = await createFundedMerchant(database, balances.test);
  const live = { ...test, environment: "live" as const };
  await setKybStatus(database, { merchantId: test.merchantId, status: "approved", acting: {} });
  if (balances.live !== undefined) await fund(database, live, balances.live);
  const { secretKey: testKey } = await createApiKey(database, { ...test, ...asOperator });
  const { secretKey: liveKey } = await createApiKey(database, { ...live, ...asOperator });
  return { test, live, testKey, liveKey };
}
