import { call } from "../process/call.ts";

/** The kinds of rows that are deleted after their term; none for a worker process that is not the oldest. */
export const listRetentionKinds = call("retention_kinds");

/** Deletes a batch of rows of a kind after their term; returns how many, 0 where another process is at it too. */
export const purgeExpiredRows = call("purge_expired_rows");
