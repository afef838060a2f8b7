import { describe, expect } from "vitest";
import { z } from "zod";
import { dashboardRoutes } from "../../ingress/dashboard/dashboard-routes.ts";
import type { Route } from "../../ingress/http/route.ts";
import { passwordCost } from "../../ingress/people/passwords.ts";
import type { Connection } from "../../sql/process/database.ts";
import { purgeExpiredRows } from "../../sql/retention/retention.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { outcomeOf } from "../helpers/call.ts";
import { countHashes } from "../helpers/count-hashes.ts";
import { createPerson } from "../helpers/create-person.ts";
import { startTestIngress, type TestIngress } from "../helpers/platform/start-test-ingress.ts";
import { test } from "../helpers/test.ts";
import { newcomer, openBrowser } from "./browser.ts";
import { lastToken, readMails } from "./read-mails.ts";

const count = (database: Connection, from: ReturnType<typeof sql.fragment>) =>
  database.oneFirst(sql.type(z.object({ n: z.int() }))`select count(*)::int as n from ${from}`);

const signUpFrom = ({ call }: TestIngress, address: string, body: ReturnType<typeof newcomer>) =>
  call("POST", "/dashboard/api/sign-up", { headers: { "x-forwarded-for": address }, body });

describe("signing up", () => {
  test("makes a person whose address is not proved, and no merchant before it is", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const [browser, ada] = [openBrowser(fileIngress), newcomer()];
    expect((await browser.post("sign-up", ada)).data).toEqual({ sent: true });
    const merchants = sql.fragment`merchants where email = ${ada.email}`;
    expect(await count(fileDatabase, merchants)).toBe(0);
    expect(outcomeOf(await browser.post("sign-in", ada))).toBe("STATE_CONFLICT");

    const token = await lastToken(fileDatabase, ada.email, "verify_email");
    const verified = await browser.post("verify-email", { token });
    expect(verified.data).toEqual({ next: "done" });
    expect(verified.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-session=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=1209600$/,
      ),
      expect.stringMatching(
        /^__Host-device=[\w.-]+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=31536000$/,
      ),
    ]);
    const { data } = await browser.get("session");
    expect(data.merchant).toMatchObject({ name: "Lagoon Books", role: "owner", kybStatus: "draft" });
    expect(data.person).toMatchObject({ name: ada.name, email: ada.email });
    const log = await fileDatabase.anyFirst(sql.type(z.object({ action: z.string() }))`
      select action from audit_log where person_id = (select id from people where email = ${ada.email}) order by id`);
    expect(log).toEqual(["person sign-up", "merchant create"]);
  });

  test("tells nobody but the mailbox whether an address has an account", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const ada = newcomer();
    const first = openBrowser(fileIngress);
    await first.post("sign-up", ada);
    await first.post("verify-email", { token: await lastToken(fileDatabase, ada.email, "verify_email") });

    const bob = newcomer();
    const shapeOf = async ({ email }: { email: string }) => {
      const { status, text, headers } = await openBrowser(fileIngress).post("sign-up", { ...bob, email });
      return {
        status,
        text,
        cookies: headers.getSetCookie().map((line) => line.replace(/=[\w-]{43};/, "=;")),
      };
    };
    expect(await shapeOf(ada)).toEqual(await shapeOf(bob));
    const [known, unknown] = [
      await readMails(fileDatabase, ada.email),
      await readMails(fileDatabase, bob.email),
    ];
    expect(known.map(({ template }) => template)).toEqual(["verify_email", "sign_up_attempt"]);
    expect(unknown.map(({ template }) => template)).toEqual(["verify_email"]);
    expect(known[1]!.token).toBeUndefined();
    // The person stays as they were.
    expect((await openBrowser(fileIngress).post("sign-in", { ...ada })).data).toEqual({
      next: "done",
      factors: [],
    });
    for (const path of ["request-password-reset", "resend-verification"]) {
      const [here, there] = await Promise.all([
        openBrowser(fileIngress).post(path, { email: ada.email }),
        openBrowser(fileIngress).post(path, { email: "nobody@example.com" }),
      ]);
      expect([here.status, here.text]).toEqual([there.status, there.text]);
    }
  });

  test("twice at once with one address makes one person and one merchant", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const ada = newcomer();
    const browsers = [openBrowser(fileIngress), openBrowser(fileIngress)];
    const responses = await Promise.all(browsers.map((browser) => browser.post("sign-up", ada)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await count(fileDatabase, sql.fragment`people where email = ${ada.email}`)).toBe(1);
    const mails = await readMails(fileDatabase, ada.email);
    const outcomes = await Promise.all(
      mails.map(({ token }) => browsers[0]!.post("verify-email", { token, password: ada.password })),
    );
    // The later sign-up replaced the earlier one, whose link is not valid any more.
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(await count(fileDatabase, sql.fragment`merchants where email = ${ada.email}`)).toBe(1);
  });

  test("with somebody else's address opens nothing by its owner's click", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const [thief, owner, ada] = [openBrowser(fileIngress), openBrowser(fileIngress), newcomer()];
    await thief.post("sign-up", ada);
    const token = await lastToken(fileDatabase, ada.email, "verify_email");
    expect((await owner.post("verify-email", { token })).error.details).toEqual({
      password: expect.stringContaining("is required"),
    });
    const guessed = await owner.post("verify-email", { token, password: "not the thief's one" });
    expect(guessed.error.details).toHaveProperty("password");
    expect(outcomeOf(await thief.post("sign-in", ada))).toBe("STATE_CONFLICT");
    // The owner signs up too: the thief's link and password are worth nothing.
    await owner.post("sign-up", { ...ada, password: "the owner's own choice" });
    await owner.post("verify-email", { token: await lastToken(fileDatabase, ada.email, "verify_email") });
    expect((await owner.get("session")).status).toBe(200);
    expect(outcomeOf(await thief.post("verify-email", { token }))).toBe("VALIDATION_ERROR");
    expect(outcomeOf(await thief.post("sign-in", ada))).toBe("AUTH_INVALID");
  });

  test("is proved as it was, whoever signs up with the address later and whichever link is sent again", async ({
    fileDatabase,
    fileIngress,
  }) => {
    for (const asksAgain of [true, false]) {
      const [owner, thief, ada] = [openBrowser(fileIngress), openBrowser(fileIngress), newcomer()];
      await owner.post("sign-up", ada);
      const first = await lastToken(fileDatabase, ada.email, "verify_email");
      const planted = { ...ada, name: "Eve", businessName: "Eve Limited", password: "the thief's own 77" };
      await thief.post("sign-up", planted);
      const theirs = await lastToken(fileDatabase, ada.email, "verify_email");
      expect((await owner.post("verify-email", { token: theirs })).error.details).toHaveProperty("password");
      await owner.post("resend-verification", { email: ada.email });
      const token = asksAgain ? await lastToken(fileDatabase, ada.email, "verify_email") : first;
      expect((await owner.post("verify-email", { token })).status).toBe(200);
      const { data } = await owner.get("session");
      expect([data.person.name, data.merchant.name]).toEqual([ada.name, ada.businessName]);
      expect(outcomeOf(await thief.post("sign-in", planted))).toBe("AUTH_INVALID");
      expect(outcomeOf(await thief.post("verify-email", { token: theirs }))).toBe("VALIDATION_ERROR");
      expect((await openBrowser(fileIngress).post("sign-in", ada)).status).toBe(200);
    }
  });

  test("in another browser sends a link again that needs the password of that sign-up", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const [thief, owner, ada] = [openBrowser(fileIngress), openBrowser(fileIngress), newcomer()];
    await thief.post("sign-up", ada);
    await owner.post("resend-verification", { email: ada.email });
    const token = await lastToken(fileDatabase, ada.email, "verify_email");
    expect((await owner.post("verify-email", { token })).error.details).toHaveProperty("password");
    expect((await owner.post("verify-email", { token, password: ada.password })).status).toBe(200);
  });

  test("sends at most three mails of a kind to one address, whatever is asked", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const [browser, ada] = [openBrowser(fileIngress), newcomer()];
    for (let n = 0; n < 3; n += 1) {
      expect((await browser.post("sign-up", ada)).status).toBe(200);
      expect((await browser.post("request-password-reset", ada)).status).toBe(200);
      expect((await browser.post("resend-verification", ada)).status).toBe(200);
    }
    const kinds = (await readMails(fileDatabase, ada.email)).map(({ template }) => template).toSorted();
    expect(kinds).toEqual([
      ...Array<string>(3).fill("reset_password"),
      ...Array<string>(3).fill("verify_email"),
    ]);
  });

  test("is refused to all when the installation had its sign-ups of the hour", async ({
    database,
    databaseUrl,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, { signUpsPerHour: 2, trustedProxyHops: 1 });
    const [ada, ...others] = [newcomer(), newcomer(), newcomer()];
    expect((await signUpFrom(ingress, "203.0.113.1", ada!)).status).toBe(200);
    expect((await signUpFrom(ingress, "203.0.113.2", others[0]!)).status).toBe(200);
    for (const person of [ada!, others[1]!]) {
      const refused = await signUpFrom(ingress, "203.0.113.3", person);
      expect(outcomeOf(refused)).toBe("RATE_LIMITED");
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(await count(database, sql.fragment`people`)).toBe(2);
  });

  test("leaves half of the hour's sign-ups to networks that had none", async ({ database, databaseUrl }) => {
    await using ingress = await startTestIngress(databaseUrl, { signUpsPerHour: 8, trustedProxyHops: 1 });
    // Two hosts, and a site that changes among its networks of subscribers; links that are sent again count as none.
    const attackers = ["203.0.113.1", "203.0.113.2", "2001:db8:1:100::1", "2001:db8:1:200::1"];
    const accepted = [];
    for (const address of [...attackers, ...attackers, ...attackers]) {
      const person = newcomer();
      if ((await signUpFrom(ingress, address, person)).status === 200) accepted.push({ address, person });
    }
    for (const { address, person } of [...accepted, ...accepted]) {
      const asked = { headers: { "x-forwarded-for": address }, body: { email: person.email } };
      expect((await ingress.call("POST", "/dashboard/api/resend-verification", asked)).status).toBe(200);
    }
    expect(accepted).toHaveLength(4);

    const victim = "198.51.100.1";
    expect((await signUpFrom(ingress, victim, newcomer())).status).toBe(200);
    expect(outcomeOf(await signUpFrom(ingress, victim, newcomer()))).toBe("RATE_LIMITED");
    await database.query(
      sql.type(z.object({}))`update mails set created_at = created_at - interval '61 minutes'`,
    );
    expect((await signUpFrom(ingress, attackers[0]!, newcomer())).status).toBe(200);
  });

  test("leaves most of the hour's sign-ups to other networks", async ({ databaseUrl }) => {
    await using ingress = await startTestIngress(databaseUrl, { signUpsPerHour: 100, trustedProxyHops: 1 });
    const allowedTo = async (addressOf: (n: number) => string) => {
      for (let n = 0; n < 100; n += 1) {
        const headers = { "x-forwarded-for": addressOf(n) };
        const body = { email: "a@example.com" };
        const sent = await ingress.call("POST", "/dashboard/api/resend-verification", { headers, body });
        if (outcomeOf(sent) === "RATE_LIMITED") return n;
      }
      return Infinity;
    };
    expect(await allowedTo(() => "203.0.113.7")).toBe(10);
    expect(await allowedTo((n) => `2001:db8:1:1::${n.toString(16)}`)).toBe(10);
    expect(await allowedTo((n) => `2001:db8:2:${(n << 8).toString(16)}::1`)).toBe(50);
    expect(await allowedTo((n) => `203.0.113.${n + 8}`)).toBe(Infinity);
  });

  test("is limited by address", async ({ databaseUrl }) => {
    await using ingress = await startTestIngress(databaseUrl, { limitsPerMinute: { signUp: 2, signIn: 2 } });
    const browser = openBrowser(ingress);
    for (const path of ["resend-verification", "sign-in"]) {
      const ask = () => browser.post(path, { email: "a@example.com", password: "x" });
      await ask();
      await ask();
      expect(outcomeOf(await ask())).toBe("RATE_LIMITED");
    }
  });

  test("makes the first of the ten merchants that a person may add", async ({ database, ingress }) => {
    const [browser, ada] = [openBrowser(ingress), newcomer()];
    await browser.post("sign-up", ada);
    await browser.post("verify-email", { token: await lastToken(database, ada.email, "verify_email") });
    const added = await database.oneFirst(sql.type(z.object({ count: z.bigint() }))`
      select count(a.id) from people p
      cross join generate_series(1, 12) n
      cross join lateral add_own_merchant(p.id, 'Business ' || n, null) a
      where p.email = ${ada.email}`);
    expect(added).toBe(9n);
  });

  test("is forgotten after seven days where the address was not proved", async ({
    database,
    databaseUrl,
  }) => {
    await using ingress = await startTestIngress(databaseUrl);
    const [browser, ada, bob] = [openBrowser(ingress), newcomer(), newcomer()];
    await browser.post("sign-up", ada);
    await browser.post("sign-up", bob);
    await browser.post("verify-email", { token: await lastToken(database, bob.email, "verify_email") });
    await database.query(
      sql.type(z.object({}))`update people set created_at = now() - interval '7 days 1 minute'`,
    );
    const left = async () => {
      await purgeExpiredRows(database, { kind: "people" });
      return database.anyFirst(
        sql.type(z.object({ email: z.string() }))`select email from people order by id`,
      );
    };
    // Her link, of a sign-up that was repeated a week later, is good for a day.
    expect(await left()).toEqual([ada.email, bob.email]);
    await database.query(sql.type(z.object({}))`update mail_tokens set expires_at = now()`);
    expect(await left()).toEqual([bob.email]);
  });
});

describe("a password", () => {
  test.for([
    ["short one", "eleven char"],
    ["one in other forms of 11 letters", "ｅｌｅｖｅｎ ｃｈａｒ"],
    ["long one", "x".repeat(201)],
    ["common one", "password123456"],
    ["common one twice", "PasswordPassword1!"],
    ["row of keys", "qwertyuiopasdf"],
    ["row of digits", "123456789012"],
    ["few characters", "aaaaaaaaaaaaaaab"],
    ["business's name", "Lagoon Books"],
  ] as const)("is refused: a %s", async ([, password], { fileIngress }) => {
    const { error } = await openBrowser(fileIngress).post("sign-up", { ...newcomer(), password });
    expect(error?.details).toEqual({ password: expect.any(String) });
  });

  test("is refused: the address", async ({ fileIngress }) => {
    const ada = newcomer();
    const { error } = await openBrowser(fileIngress).post("sign-up", { ...ada, password: ada.email });
    expect(error?.details).toEqual({ password: expect.stringContaining("email") });
  });

  test("that is far too long is refused by every route that takes one, and nothing is computed of it", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { session } = await createPerson(fileDatabase);
    const isPassword = (field: string) => ["password", "current", "new"].includes(field);
    const fieldsOf = ({ request }: Route) =>
      Object.keys((request.body as { shape?: object } | undefined)?.shape ?? {});
    const taking = dashboardRoutes.flatMap((route) =>
      fieldsOf(route)
        .filter(isPassword)
        .map((field) => ({ route, field })),
    );
    expect(new Set(taking.map(({ route }) => route)).size).toBe(7);
    using counter = countHashes();
    for (const { route, field } of taking) {
      const send = (length: number) =>
        fileIngress.call("POST", route.path, { session, body: { [field]: "x".repeat(length) } });
      const what = `${route.path} ${field}`;
      // Refused by the limit on bodies, before its fields are checked.
      expect([what, outcomeOf(await send(1_000_000))]).toEqual([what, "PAYLOAD_TOO_LARGE"]);
      const { status, error } = await send(1_000);
      expect([what, status, error.details]).toEqual([
        what,
        422,
        expect.objectContaining({ [field]: expect.any(String) }),
      ]);
    }
    expect(counter.hashes()).toBe(0);
  });

  test("is stored as an Argon2id hash alone", async ({ fileDatabase, fileDatabaseUrl }) => {
    await using ingress = await startTestIngress(fileDatabaseUrl, { passwordCost });
    const ada = newcomer();
    await openBrowser(ingress).post("sign-up", ada);
    const hash = await fileDatabase.oneFirst(sql.type(z.object({ hash: z.string() }))`
      select password_hash as hash from people where email = ${ada.email}`);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  });
});
