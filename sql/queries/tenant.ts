import type { Environment } from "../ledger/money.ts";

/** Whose rows a query may see. Every query of a tenant's table names both. */
export type Tenant = { merchantId: bigint; environment: Environment };
