import type { Environment } from "../ledger/money.ts";

/** Whose rows a query may see. Every query for a merchant filters by both. */
export type Tenant = { merchantId: bigint; environment: Environment };
