import { dataQuery, listQuery } from "../api/queries.ts";
import type { Environment } from "../api/types.ts";

export const identityChecksQuery = listQuery("/{environment}/kyc/requests");

export const identityCheckQuery = (environment: Environment, reference: string) =>
  dataQuery("/{environment}/kyc/requests/{reference}", { environment, reference });
