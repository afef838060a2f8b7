import { createHash } from "node:crypto";
import { z } from "zod";
import { Problem } from "../http/problems.ts";

/** The header that carries a payer's token. */
export const sessionHeaders = z.looseObject({ authorization: z.unknown().optional() });

/**
 * The SHA-256 of the session token in an Authorization header. The payer's browser made the token: 32 random bytes in
 * base64url. Raises AUTH_REQUIRED if there is none.
 */
export function hashSessionToken({ authorization }: z.output<typeof sessionHeaders>): Buffer {
  const token = typeof authorization === "string" && /^bearer ([\w-]{43})$/i.exec(authorization)?.[1];
  if (!token)
    throw new Problem("AUTH_REQUIRED", "Send your session's token: Authorization: Bearer <43 characters>.");
  return createHash("sha256").update(token).digest();
}
