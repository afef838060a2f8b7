import { z } from "zod";
import { findMailToken, resetPassword as reset } from "../../sql/people/people.ts";
import { publicRoute } from "../http/route.ts";
import { sessionCookie } from "../http/session.ts";
import { resetCookie } from "../sessions/browser-cookies.ts";
import { newPassword, requireGoodPassword } from "./password-fields.ts";
import { mailToken, usedLink } from "./person-fields.ts";

/** The mailbox's owner chooses the password; signing in, with any second factor, comes next. */
export const resetPassword = publicRoute({
  method: "post",
  path: "/dashboard/api/reset-password",
  summary: "Reset the password with an emailed token, and sign out everywhere",
  addressLimit: "sign-in",
  request: { body: z.object({ token: mailToken, password: newPassword }) },
  success: { status: 200, data: z.object({ changed: z.literal(true) }) },
  handler: async ({ body: { token, password }, ip }, { database, passwords, config, deadline }) => {
    const owner = await findMailToken(database, token, "reset_password");
    if (owner === null) throw usedLink();
    requireGoodPassword("password", password, [owner.email, owner.email.split("@")[0]!, owner.business]);
    const passwordHash = await passwords.hash(password, { deadline, ip });
    if (!(await reset(database, token, passwordHash, ip))) throw usedLink();
    const chosen = resetCookie(config.encryptionKeys, { email: owner.email, passwordHash });
    return { data: { changed: true }, headers: { "set-cookie": [sessionCookie.forgotten, chosen] } };
  },
});
