import { sql } from "../process/sql-tag.ts";
import { presentTraceId } from "../process/tracing/trace.ts";

/** Who makes a change, and why, for the audit log. */
export type Acting = {
  /** The name of the person or operator; by default the database's user. */
  actor?: string | undefined;
  /** The person's id; none for an operator at the command line. */
  personId?: bigint | undefined;
  /** The IP address that a person came from. */
  address?: string | undefined;
  reason?: string | undefined;
};

/** The last parameter of every SQL function with an audited change: with the current request's trace. */
export function actingAs({ actor, personId, address, reason }: Acting) {
  return sql.fragment`row(
    ${actor ?? null}, ${personId ?? null}, ${address ?? null}, ${reason ?? null}, ${presentTraceId()}::uuid
  )::acting`;
}
