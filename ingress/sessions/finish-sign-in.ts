import { findCredentials, finishSignIn, useSignIn } from "../../sql/people/people.ts";
import type { Context } from "../context.ts";
import { Problem } from "../http/problems.ts";
import type { Sender } from "../http/route.ts";
import { sessionCookie } from "../http/session.ts";
import type { KnownSender } from "../people/attempts.ts";
import { deviceCookie, signInCookie, readDevice } from "./browser-cookies.ts";

const over = () => new Problem("AUTH_REQUIRED", "This took too long or too many attempts. Sign in again.");

/**
 * Finishes the sign-in of the browser's cookie, whose password was correct, unless `prove` raises. Returns the cookies
 * to set. Raises AUTH_REQUIRED after five attempts or five minutes.
 */
export async function finishWith(
  { database, config }: Context,
  { ip, userAgent, cookies }: Sender,
  prove: (person: { personId: bigint; email: string; known: KnownSender | undefined }) => Promise<void>,
): Promise<string[]> {
  const token = signInCookie.read(cookies);
  const personId = token === undefined ? null : await useSignIn(database, token);
  const person = personId === null ? null : await findCredentials(database, { personId });
  if (token === undefined || personId === null || person === null) throw over();
  const { email, passwordHash } = person;
  const device = readDevice(cookies, config.encryptionKeys, { email, passwordHash });
  await prove({ personId, email, known: device === undefined ? undefined : { device, email } });
  const session = await finishSignIn(database, token, { address: ip, userAgent });
  if (session === null) throw over();
  return [
    sessionCookie.set(session),
    deviceCookie(config.encryptionKeys, { email, passwordHash }),
    signInCookie.forgotten,
  ];
}
