import { z } from "zod";
import { findInvitation, signUpByInvitation as signUp } from "../../sql/members/invitations.ts";
import { startSession } from "../../sql/sessions/sessions.ts";
import { conflict } from "../http/problems.ts";
import { publicRoute } from "../http/route.ts";
import { sessionCookie } from "../http/session.ts";
import { deviceCookie } from "../sessions/browser-cookies.ts";
import { invitationToken, noInvitation } from "../members/invitation-fields.ts";
import { newPassword, requireGoodPassword } from "./password-fields.ts";
import { personName } from "./person-fields.ts";

export const signUpByInvitation = publicRoute({
  method: "post",
  path: "/dashboard/api/invitations/sign-up",
  summary: "Create an account for the invited address, accept the invitation, and sign in",
  addressLimit: "sign-in",
  request: { body: z.object({ token: invitationToken, name: personName, password: newPassword }) },
  success: { status: 201, data: z.object({ next: z.literal("done") }) },
  errors: ["NOT_FOUND", "STATE_CONFLICT"],
  handler: async ({ ip, userAgent, body: { token, name, password } }, context) => {
    const { database, passwords, config } = context;
    // Looked up before the slow hash, so that nobody without a token can make us compute one.
    const invitation = await findInvitation(database, token);
    if (invitation === null) throw noInvitation();
    const { email, business } = invitation;
    requireGoodPassword("password", password, [email, email.split("@")[0]!, business]);
    const passwordHash = await passwords.hash(password, { deadline: context.deadline, ip });
    const session = await database.transaction(async (transaction) => {
      const { outcome, personId } = await signUp(transaction, token, { name, passwordHash, address: ip });
      if (outcome === "not_found") throw noInvitation();
      if (outcome === "has_account") {
        throw conflict("You already have an account. Sign in to accept the invitation.");
      }
      return startSession(transaction, personId!, { address: ip, userAgent });
    });
    const cookies = [
      sessionCookie.set(session),
      deviceCookie(config.encryptionKeys, { email, passwordHash }),
    ];
    return { data: { next: "done" }, headers: { "set-cookie": cookies } };
  },
});
