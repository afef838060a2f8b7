import { z } from "zod";
import { findCredentials } from "../../sql/people/people.ts";
import { findSecondFactors } from "../../sql/factors/second-factors.ts";
import { proveByPassword, renewSession } from "../../sql/sessions/sessions.ts";
import type { Context } from "../context.ts";
import { invalid, Problem } from "../http/problems.ts";
import { personRoute } from "../http/session-route.ts";
import { sessionCookie, type Session } from "../http/session.ts";
import { attemptsToProve, countAttempt } from "../people/attempts.ts";
import { acceptSignature, notAccepted, signedCredential } from "../factors/passkey.ts";
import { givenPassword } from "../people/password-fields.ts";
import { proveTotp, totpCodeField } from "./prove-second-factor.ts";

const proof = z.object({
  password: givenPassword.optional().describe("For people without a passkey or an authenticator app."),
  code: totpCodeField.optional(),
  credential: signedCredential.optional(),
});

export const stepUp = personRoute({
  method: "post",
  path: "/dashboard/api/step-up",
  summary: "Confirm the person's identity for ten minutes",
  permission: "person",
  guardsAccount: true,
  request: { body: proof },
  success: { status: 200, data: z.object({ confirmed: z.literal(true) }) },
  handler: async ({ session, body }, context) => {
    const given = [body.password, body.code, body.credential].filter((one) => one !== undefined);
    if (given.length !== 1) throw invalid({ body: "must have one of password, code and credential" });
    const token = await prove(context, session, body);
    if (token === null) throw new Problem("AUTH_REQUIRED", "Your session has ended.");
    return { data: { confirmed: true }, headers: { "set-cookie": sessionCookie.set(token) } };
  },
});

/** Checks the proof, and gives the session a new token; null if the session has ended meanwhile. */
async function prove(
  { config, database, passwords, deadline }: Context,
  session: Session,
  { password, code, credential }: z.output<typeof proof>,
): Promise<string | null> {
  const { personId } = session;
  if (password !== undefined) {
    const { passkeys, totpSince } = await findSecondFactors(database, personId);
    if (passkeys > 0 || totpSince !== null) {
      throw invalid({ password: "is not enough: use your passkey or your app's code" });
    }
    const person = await findCredentials(database, { personId });
    const hash = person?.passwordHash ?? null;
    const isRight = await countAttempt(database, attemptsToProve(session.reference), () =>
      passwords.verify(password, hash, { deadline, ip: session.ip, person: session.person }),
    );
    if (!isRight) throw invalid({ password: "is not your password" });
    return proveByPassword(database, session.id);
  }
  if (code !== undefined) {
    await proveTotp({ config, database }, personId, code, { session: session.reference });
    return renewSession(database, session.id, { proved: true });
  }
  const outcome = await database.transaction(async (transaction) => {
    const use = { for: "step-up", session: session.reference } as const;
    const by = { address: session.ip, personId };
    const accepted = await acceptSignature({ config, database: transaction }, credential!, use, by);
    if (accepted === "refused") return accepted;
    return { token: await renewSession(transaction, session.id, { proved: true }) };
  });
  if (outcome === "refused") throw notAccepted();
  return outcome.token;
}
