import { z } from "zod";
import { findMailToken, verifyEmail as verify } from "../../sql/people/people.ts";
import { invalid } from "../http/problems.ts";
import { publicRoute } from "../http/route.ts";
import { sessionCookie } from "../http/session.ts";
import { attemptsToSignIn, countAttempt } from "./attempts.ts";
import { deviceCookie, readKnown, signUpCookie } from "../sessions/browser-cookies.ts";
import { givenPassword } from "./password-fields.ts";
import { mailToken, usedLink } from "./person-fields.ts";

/**
 * Proves an address with a mail's token, and signs in. In another browser than the one that signed up the password is
 * needed too: somebody else may have signed up with the address, and must not get in by its owner's click.
 */
export const verifyEmail = publicRoute({
  method: "post",
  path: "/dashboard/api/verify-email",
  summary: "Verify an email address with an emailed token, and sign in",
  addressLimit: "sign-in",
  request: { body: z.object({ token: mailToken, password: givenPassword.optional() }) },
  success: { status: 200, data: z.object({ next: z.literal("done") }) },
  handler: async ({ body: { token, password }, ip, userAgent, cookies }, context) => {
    const { database, passwords, config } = context;
    const owner = await findMailToken(database, token, "verify_email", signUpCookie.read(cookies));
    if (owner === null) throw usedLink();
    const account = { email: owner.email, passwordHash: owner.passwordHash };
    if (!owner.isSameBrowser) {
      if (password === undefined) {
        throw invalid({ password: "is required: you signed up in another browser" });
      }
      const device = readKnown(cookies, config.encryptionKeys, account);
      const isRight = await countAttempt(database, attemptsToSignIn(owner.email, { ip, device }), () =>
        passwords.verify(password, owner.passwordHash, { deadline: context.deadline, ip }),
      );
      if (!isRight) throw invalid({ password: "is not the password you signed up with" });
    }
    const session = await verify(database, token, owner.passwordHash, { address: ip, userAgent });
    if (session === null) throw usedLink();
    const device = deviceCookie(config.encryptionKeys, account);
    return { data: { next: "done" }, headers: { "set-cookie": [sessionCookie.set(session), device] } };
  },
});
