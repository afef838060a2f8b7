import { queryOptions } from "@tanstack/react-query";
import { dataQuery } from "../api/queries.ts";

/** Accepting an invitation sends no live update, so this polls. */
const refetchInterval = 10_000;

export const membersQuery = queryOptions({ ...dataQuery("/members", {}), refetchInterval });

export const invitationsQuery = queryOptions({ ...dataQuery("/invitations", {}), refetchInterval });
