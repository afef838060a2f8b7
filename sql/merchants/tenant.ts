import type { Environment } from "../ledger/money.ts";

/** The owner of rows. Every query for a merchant filters by both. */
export type Tenant = { merchantId: bigint; environment: Environment };
