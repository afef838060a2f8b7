import { queryOptions } from "@tanstack/react-query";
import { dataQuery, listQuery } from "../api/queries.ts";
import type { Environment } from "../api/types.ts";

export const batchesQuery = listQuery("/{environment}/payout-batches");

/** One batch. Its page loads it again every three seconds while it's checked or sent. */
export const batchQuery = (environment: Environment, reference: string) =>
  queryOptions({
    ...dataQuery("/{environment}/payout-batches/{reference}", { environment, reference }),
    refetchInterval: ({ state: { data } }) =>
      data?.status === "validating" || data?.status === "processing" ? 3_000 : false,
  });
