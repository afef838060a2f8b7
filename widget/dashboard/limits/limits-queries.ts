import { queryOptions } from "@tanstack/react-query";
import { dataQuery } from "../api/queries.ts";

/** What the business may do at most, and what it costs. */
export const limitsQuery = queryOptions({ ...dataQuery("/limits", {}), staleTime: 60_000 });
