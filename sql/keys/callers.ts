import { sql } from "../process/sql-tag.ts";

/** The caller: an API key, by its reference, or a person's session; and its address. */
export type RequestedBy = { readonly address: string } & (
  { readonly key: string } | { readonly sessionId: bigint }
);

/** The codes that SQL's lost_right returns. They are those of the API. */
export const lostRights = [
  "AUTH_INVALID",
  "AUTH_REQUIRED",
  "IP_NOT_ALLOWED",
  "KYB_LIVE_REQUIRED",
  "ROLE_INSUFFICIENT",
  "SCOPE_INSUFFICIENT",
] as const;
export type LostRight = (typeof lostRights)[number];

/** The parameter `p_caller` of functions that check the caller's rights themselves. Nobody: an operator. */
export function calledBy(by: RequestedBy | undefined) {
  const { key = null, sessionId = null, address = null } = by === undefined ? {} : membersOf(by);
  return sql.fragment`row(${key}, ${sessionId}, ${address})::caller`;
}

const membersOf = (by: RequestedBy): { key?: string; sessionId?: bigint; address: string } => by;

/** The right that its caller had lost when a function raised PB012; undefined for other errors. */
export function lostRightOf(error: unknown): LostRight | undefined {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "PB012") return undefined;
  return lostRights.find((code) => code === error.message);
}
