import { dataQuery, listQuery } from "../api/queries.ts";
import type { Environment } from "../api/types.ts";

export const collectionsQuery = listQuery("/{environment}/collections");

export const collectionQuery = (environment: Environment, reference: string) =>
  dataQuery("/{environment}/collections/{reference}", { environment, reference });

export const paymentsQuery = (environment: Environment, reference: string) =>
  dataQuery("/{environment}/collections/{reference}/payments", { environment, reference });

export const unmatchedQuery = listQuery("/{environment}/unmatched-credits");
