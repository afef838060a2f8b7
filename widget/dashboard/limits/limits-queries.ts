import { queryOptions } from "@tanstack/react-query";
import { dataQuery } from "../api/queries.ts";

/** The business's limits and fees. */
export const limitsQuery = queryOptions({ ...dataQuery("/limits", {}), staleTime: 60_000 });
