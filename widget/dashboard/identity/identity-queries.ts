import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, dataOf, pageOf } from "../api/client.ts";
import { ApiError } from "../api/api-error.ts";
import type { Environment } from "../api/types.ts";
import type { ListSearch } from "../components/lists/filters.tsx";
import { identityTexts } from "../texts/identity.ts";

/** A page of the identity checks, by the filters of the URL. */
export const identityChecksQuery = (environment: Environment, search: ListSearch) =>
  queryOptions({
    queryKey: [environment, "identity", search],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET("/{environment}/kyc/requests", { params: { path: { environment }, query: search }, signal }),
      ),
    placeholderData: keepPreviousData,
  });

/** One identity check: the list of that reference has it. */
export const identityCheckQuery = (environment: Environment, reference: string) =>
  queryOptions({
    queryKey: [environment, "identity", reference],
    queryFn: async ({ signal }) => {
      const [check] = await dataOf(
        api.GET("/{environment}/kyc/requests", {
          params: { path: { environment }, query: { reference } },
          signal,
        }),
      );
      if (check === undefined)
        throw new ApiError(404, { code: "NOT_FOUND", message: identityTexts.page.missing });
      return check;
    },
  });
