import { queryOptions } from "@tanstack/react-query";
import { dataQuery, listQuery } from "../api/queries.ts";
import type { Environment } from "../api/types.ts";

export const approvalsQuery = listQuery("/{environment}/approvals");

/** The approval that a payment waits for, by the payment's reference; null if it no longer waits. */
export const approvalQuery = (environment: Environment, reference: string) =>
  queryOptions({
    ...approvalsQuery(environment, { reference }),
    placeholderData: undefined,
    select: ({ items }) => items[0] ?? null,
  });

export const policyQuery = (environment: Environment) =>
  dataQuery("/{environment}/approval-policy", { environment });
