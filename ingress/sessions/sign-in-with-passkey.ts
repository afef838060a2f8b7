import { z } from "zod";
import { findCredentials } from "../../sql/people/people.ts";
import { endSession, findSession, startSession } from "../../sql/sessions/sessions.ts";
import { publicRoute } from "../http/route.ts";
import { sessionCookie } from "../http/session.ts";
import { deviceCookie, signInCookie } from "./browser-cookies.ts";
import { acceptSignature, notAccepted, signedCredential } from "../factors/passkey.ts";

/** A passkey whose authenticator checked the person (PIN, finger, face) counts as both factors. */
export const signInWithPasskey = publicRoute({
  method: "post",
  path: "/dashboard/api/sign-in/passkey",
  summary: "Sign in with a passkey",
  addressLimit: "sign-in",
  request: { body: z.object({ credential: signedCredential }) },
  success: { status: 200, data: z.object({ next: z.literal("done") }) },
  handler: async ({ ip, userAgent, cookies, body: { credential } }, { config, database }) => {
    const previous = sessionCookie.read(cookies);
    const signedIn = await database.transaction(async (transaction) => {
      const needs = { config, database: transaction };
      const person = await acceptSignature(needs, credential, { for: "sign-in" }, { address: ip });
      if (person === "refused") return null;
      // As after a sign-in with a password, the browser's earlier session ends.
      const before = previous === undefined ? null : await findSession(transaction, previous);
      if (before !== null)
        await endSession(transaction, { personId: before.personId, reference: before.reference });
      const token = await startSession(transaction, person.personId, { address: ip, userAgent });
      const credentials = await findCredentials(transaction, { personId: person.personId });
      return { token, email: person.email, passwordHash: credentials?.passwordHash ?? null };
    });
    if (signedIn === null) throw notAccepted();
    const { token, ...account } = signedIn;
    const toSet = [
      sessionCookie.set(token),
      deviceCookie(config.encryptionKeys, account),
      signInCookie.forgotten,
    ];
    return { data: { next: "done" }, headers: { "set-cookie": toSet } };
  },
});
