import { z } from "zod";
import { isToken, newToken } from "../../sql/process/encryption/tokens.ts";
import { signUp as recordSignUp } from "../../sql/people/people.ts";
import { printable } from "../http/fields.ts";
import { siteOf, subscriberOf } from "../http/limits/networks.ts";
import { rateLimited } from "../http/problems.ts";
import { publicRoute } from "../http/route.ts";
import { signUpCookie } from "../sessions/browser-cookies.ts";
import { newPassword, requireGoodPassword } from "./password-fields.ts";
import { personEmail, personName } from "./person-fields.ts";

const HOUR_SECONDS = 3_600;

/**
 * The response is the same, after the same work, whether or not the address has an account: only the mail says so, to
 * its owner. The business becomes a merchant when the address is proved.
 */
export const signUp = publicRoute({
  method: "post",
  path: "/dashboard/api/sign-up",
  summary: "Sign up with an email address",
  addressLimit: "sign-up",
  request: {
    body: z.object({
      name: personName,
      email: personEmail,
      password: newPassword,
      businessName: printable(200).transform((text) => text.trim()),
    }),
  },
  success: { status: 200, data: z.object({ sent: z.literal(true) }) },
  handler: async ({ body, cookies, ip }, { database, passwords, config, deadline }) => {
    const { name, email, password, businessName } = body;
    requireGoodPassword("password", password, [email, email.split("@")[0]!, businessName]);
    const passwordHash = await passwords.hash(password, { deadline, ip });
    const known = signUpCookie.read(cookies);
    const browser = known !== undefined && isToken(known) ? known : newToken();
    const outcome = await recordSignUp(
      database,
      config.encryptionKeys,
      { email, name, businessName, passwordHash },
      { browser, network: siteOf(ip) ?? subscriberOf(ip), most: config.signUpsPerHour },
    );
    if (outcome === "busy") {
      const message = "Too many people are signing up right now. Try again later.";
      throw rateLimited("sign-ups-of-hour", HOUR_SECONDS, message);
    }
    return { data: { sent: true }, headers: { "set-cookie": signUpCookie.set(browser) } };
  },
});
