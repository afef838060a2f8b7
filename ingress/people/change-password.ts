import { z } from "zod";
import { changePassword as change, findCredentials } from "../../sql/people/people.ts";
import { invalid } from "../http/problems.ts";
import { personRoute } from "../http/session-route.ts";
import { sessionCookie } from "../http/session.ts";
import { deviceCookie } from "../sessions/browser-cookies.ts";
import { attemptsToProve, countAttempt } from "./attempts.ts";
import { givenPassword, newPassword, requireGoodPassword } from "./password-fields.ts";

const wrong = () => invalid({ current: "is not your password" });

export const changePassword = personRoute({
  method: "post",
  path: "/dashboard/api/change-password",
  summary: "Change the password and sign out other sessions",
  permission: "person",
  guardsAccount: true,
  request: { body: z.object({ current: givenPassword, new: newPassword }) },
  success: { status: 200, data: z.object({ changed: z.literal(true) }) },
  handler: async ({ session, body }, { database, passwords, config, deadline }) => {
    const { id, personId, email } = session;
    requireGoodPassword("new", body.new, [email, email.split("@")[0]!]);
    const person = await findCredentials(database, { personId });
    const hash = person?.passwordHash ?? null;
    const asker = { deadline, ip: session.ip, person: session.person };
    const isRight = await countAttempt(database, attemptsToProve(session.reference), () =>
      passwords.verify(body.current, hash, asker),
    );
    if (!isRight) throw wrong();
    const newHash = await passwords.hash(body.new, asker);
    const token = await change(database, id, { oldHash: hash, newHash }, session.acting);
    if (token === null) throw wrong();
    const known = deviceCookie(config.encryptionKeys, { email, passwordHash: newHash });
    return { data: { changed: true }, headers: { "set-cookie": [sessionCookie.set(token), known] } };
  },
});
