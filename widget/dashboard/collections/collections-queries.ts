import { dataQuery, listQuery, pageQuery } from "../api/queries.ts";
import type { Environment } from "../api/types.ts";

export const collectionsQuery = listQuery("/{environment}/collections");

export const collectionQuery = (environment: Environment, reference: string) =>
  dataQuery("/{environment}/collections/{reference}", { environment, reference });

export const paymentsQuery = (environment: Environment, reference: string) =>
  dataQuery("/{environment}/collections/{reference}/payments", { environment, reference });

/** The newest hundred payments that match nothing. */
export const unmatchedQuery = (environment: Environment) =>
  pageQuery("/{environment}/unmatched-credits", { environment }, { status: "waiting", limit: "100" });
