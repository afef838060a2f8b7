import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, pageOf } from "../api/client.ts";
import type { ListSearch } from "../components/lists/filters.tsx";

/** A page of the merchant's audit log, by the filters of the URL. */
export const auditLogQuery = (search: ListSearch) =>
  queryOptions({
    queryKey: ["audit-log", search],
    queryFn: ({ signal }) => pageOf(api.GET("/audit-log", { params: { query: search }, signal })),
    placeholderData: keepPreviousData,
  });
