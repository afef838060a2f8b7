import { queryOptions } from "@tanstack/react-query";
import { dataQuery, listQuery } from "../api/queries.ts";
import type { Environment } from "../api/types.ts";
import { untilSent } from "../payouts/payouts-queries.ts";

export const refundsQuery = listQuery("/{environment}/refunds");

/** One refund, loaded again until it is final. */
export const refundQuery = (environment: Environment, reference: string) =>
  queryOptions({
    ...dataQuery("/{environment}/refunds/{reference}", { environment, reference }),
    refetchInterval: untilSent,
  });
