import { z } from "zod";
import { hashToken } from "../../sql/process/encryption/tokens.ts";
import { Problem } from "../http/problems.ts";

/*
 * The payer's browser keeps the token of a link's session, and whoever has the token is that payer. So one who comes
 * back, in another tab or after closing it, gets the same account and sees how the payment ended:
 *
 * - GET of the session says how it stands, also when it is over: `succeeded` for the one who paid a link that is closed
 *   for all others. 404: there is no such session (any more); forget the token.
 * - POST with the same token finds the same session and never makes a second account, whatever has become of it.
 * - A token is for one payment. `isLinkOpen` says whether the link takes another: make a new token for it.
 *
 * Nothing else leads to a session, so no browser sees another's.
 */

/** The header that carries a payer's token. */
export const sessionHeaders = z.looseObject({ authorization: z.unknown().optional() });

/** The token in an Authorization header. The payer's browser made it: 32 random bytes in base64url. */
export const readSessionToken = (authorization: unknown): string | undefined =>
  typeof authorization === "string" ? /^bearer ([\w-]{43})$/i.exec(authorization)?.[1] : undefined;

/** The SHA-256 of the session token in an Authorization header. Raises AUTH_REQUIRED if there is none. */
export function hashSessionToken({ authorization }: z.output<typeof sessionHeaders>): Buffer {
  const token = readSessionToken(authorization);
  if (token === undefined)
    throw new Problem("AUTH_REQUIRED", "Send your session's token: Authorization: Bearer <43 characters>.");
  return hashToken(token);
}
