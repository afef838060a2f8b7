import { z } from "zod";
import type { Connection } from "../../sql/process/database.ts";
import { findCredentials, signIn as startSignIn } from "../../sql/people/people.ts";
import { findSecondFactors } from "../../sql/factors/second-factors.ts";
import { conflict, Problem } from "../http/problems.ts";
import { publicRoute } from "../http/route.ts";
import { sessionCookie } from "../http/session.ts";
import { attemptsToSignIn, countAttempt } from "../people/attempts.ts";
import { deviceCookie, readKnown, signInCookie } from "./browser-cookies.ts";
import { givenPassword } from "../people/password-fields.ts";
import { personEmail } from "../people/person-fields.ts";

const wrong = () => new Problem("AUTH_INVALID", "Incorrect email or password.");

/** The refusal is the same, after the same work, for a wrong password and for an address that has no account. */
export const signIn = publicRoute({
  method: "post",
  path: "/dashboard/api/sign-in",
  summary: "Sign in with a password",
  addressLimit: "sign-in",
  request: { body: z.object({ email: personEmail, password: givenPassword }) },
  success: {
    status: 200,
    data: z.object({
      next: z.enum(["done", "second_factor"]).describe("second_factor: a second factor is needed now."),
      factors: z
        .array(z.enum(["passkey", "totp"]))
        .describe("The person's second factors, if one is needed."),
    }),
  },
  errors: ["AUTH_INVALID", "STATE_CONFLICT"],
  handler: async ({ body: { email, password }, ip, userAgent, cookies }, context) => {
    const { database, passwords, config } = context;
    const keys = config.encryptionKeys;
    const person = await findCredentials(database, { email });
    const hash = person?.passwordHash ?? null;
    const account = { email, passwordHash: hash };
    const attempts = attemptsToSignIn(email, { ip, device: readKnown(cookies, keys, account) });
    const isRight = await countAttempt(database, attempts, () =>
      passwords.verify(password, hash, { deadline: context.deadline, ip }),
    );
    if (!isRight || person === null || hash === null) throw wrong();
    // Only for those who know the password.
    if (!person.isVerified) throw conflict("Confirm your email address first: open the link we emailed you.");
    const device = { address: ip, userAgent };
    const signedIn = await startSignIn(database, person.personId, hash, device, sessionCookie.read(cookies));
    if (signedIn === null) throw wrong();
    const { next, token } = signedIn;
    const factors = next === "done" ? [] : await factorsOf(database, person.personId);
    const cookiesToSet =
      next === "done" ? [sessionCookie.set(token), deviceCookie(keys, account)] : [signInCookie.set(token)];
    return { data: { next, factors }, headers: { "set-cookie": cookiesToSet } };
  },
});

async function factorsOf(database: Connection, personId: bigint): Promise<("passkey" | "totp")[]> {
  const { passkeys, totpSince } = await findSecondFactors(database, personId);
  return [...(passkeys > 0 ? ["passkey" as const] : []), ...(totpSince === null ? [] : ["totp" as const])];
}
