import { dataQuery, listQuery } from "../api/queries.ts";
import type { Environment } from "../api/types.ts";

export const virtualAccountsQuery = listQuery("/{environment}/virtual-accounts");

export const virtualAccountQuery = (environment: Environment, reference: string) =>
  dataQuery("/{environment}/virtual-accounts/{reference}", { environment, reference });
