import { queryOptions } from "@tanstack/react-query";
import { dataQuery } from "../api/queries.ts";

/** Somebody who accepts an invitation sends this page no update: what is on the screen is asked for now and then. */
const refetchInterval = 10_000;

export const membersQuery = queryOptions({ ...dataQuery("/members", {}), refetchInterval });

export const invitationsQuery = queryOptions({ ...dataQuery("/invitations", {}), refetchInterval });
