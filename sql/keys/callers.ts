import { sql } from "../process/sql-tag.ts";

/** Who asks for something: an API key, by its reference, or a person's session; and the address it came from. */
export type RequestedBy = { readonly address: string } & (
  { readonly key: string } | { readonly sessionId: bigint }
);

/** The codes with which SQL's lost_right says which right has ended. They are those of the API. */
export const lostRights = [
  "AUTH_INVALID",
  "AUTH_REQUIRED",
  "IP_NOT_ALLOWED",
  "KYB_LIVE_REQUIRED",
  "ROLE_INSUFFICIENT",
  "SCOPE_INSUFFICIENT",
] as const;
export type LostRight = (typeof lostRights)[number];

/**
 * The parameter `p_caller` of the functions that check the caller's rights where they use them. Nobody: an operator.
 */
export function calledBy(by: RequestedBy | undefined) {
  const { key = null, sessionId = null, address = null } = by === undefined ? {} : membersOf(by);
  return sql.fragment`row(${key}, ${sessionId}, ${address})::caller`;
}

const membersOf = (by: RequestedBy): { key?: string; sessionId?: bigint; address: string } => by;

/** Which right of its caller had ended where a function raised that (PB012); undefined for other errors. */
export function lostRightOf(error: unknown): LostRight | undefined {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "PB012") return undefined;
  return lostRights.find((code) => code === error.message);
}
