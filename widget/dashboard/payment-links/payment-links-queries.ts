import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, dataOf, pageOf } from "../api/client.ts";
import type { Environment } from "../api/types.ts";
import type { ListSearch } from "../components/lists/filters.tsx";

/** A page of the payment links, by the filters of the URL. */
export const paymentLinksQuery = (environment: Environment, search: ListSearch) =>
  queryOptions({
    queryKey: [environment, "payment-links", search],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET("/{environment}/payment-links", { params: { path: { environment }, query: search }, signal }),
      ),
    placeholderData: keepPreviousData,
  });

/** One payment link. */
export const paymentLinkQuery = (environment: Environment, slug: string) =>
  queryOptions({
    queryKey: [environment, "payment-links", slug],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/{environment}/payment-links/{slug}", { params: { path: { environment, slug } }, signal }),
      ),
  });
