import { queryOptions } from "@tanstack/react-query";
import { dataQuery } from "../api/queries.ts";
import type { Environment } from "../api/types.ts";

/** How a payout, collection or identity check moved money. `status` is its present one: with it the journals change. */
export function journalsQuery(environment: Environment, reference: string, status: string) {
  const query = dataQuery("/{environment}/journals/{reference}", { environment, reference });
  return queryOptions({ ...query, queryKey: [...query.queryKey, status] });
}
