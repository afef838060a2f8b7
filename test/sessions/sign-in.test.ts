import { describe, expect } from "vitest";
import { z } from "zod";
import { attemptsToSignIn } from "../../ingress/people/attempts.ts";
import { passwordCost } from "../../ingress/people/passwords.ts";
import type { Connection } from "../../sql/process/database.ts";
import { takeAttempts } from "../../sql/people/people.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { outcomeOf } from "../helpers/call.ts";
import { createMember } from "../helpers/create-member.ts";
import { createPerson } from "../helpers/create-person.ts";
import { eventually } from "../helpers/eventually.ts";
import { startTestIngress, type TestIngress } from "../helpers/platform/start-test-ingress.ts";
import { test } from "../helpers/test.ts";
import { newcomer, openBrowser } from "../people/browser.ts";
import { lastToken, readMails } from "../people/read-mails.ts";

/** Somebody who has signed up, with the browser they are signed in with. */
async function member(database: Connection, ingress: TestIngress) {
  const [person, browser] = [newcomer(), openBrowser(ingress)];
  await browser.post("sign-up", person);
  await browser.post("verify-email", { token: await lastToken(database, person.email, "verify_email") });
  return { ...person, browser };
}

const run = (database: Connection, statement: ReturnType<typeof sql.fragment>) =>
  database.query(sql.type(z.object({}))`${statement}`);

describe("signing in", () => {
  test("gives another session, and ends the one that the browser had", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { browser, ...ada } = await member(fileDatabase, fileIngress);
    const before = browser.cookies.get("__Host-session")!;
    expect((await browser.post("sign-in", ada)).data).toEqual({ next: "done", factors: [] });
    expect(browser.cookies.get("__Host-session")).not.toBe(before);
    expect((await browser.get("session")).data.person.email).toBe(ada.email);
    const old = await fileIngress.call("GET", "/dashboard/api/session", { session: before });
    expect(outcomeOf(old)).toBe("AUTH_REQUIRED");
  });

  test("with an address in other letters is the same account", async ({ fileDatabase, fileIngress }) => {
    const { email, password } = await member(fileDatabase, fileIngress);
    const given = { email: ` ${email.toUpperCase()}`, password };
    expect((await openBrowser(fileIngress).post("sign-in", given)).status).toBe(200);
  });

  test("refuses a wrong password and an unknown address alike, without a cookie", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const ada = await member(fileDatabase, fileIngress);
    const browser = openBrowser(fileIngress);
    const [wrong, unknown] = [
      await browser.post("sign-in", { email: ada.email, password: "not hers, surely" }),
      await browser.post("sign-in", { email: "nobody@example.com", password: "not hers, surely" }),
    ];
    expect([wrong.status, wrong.text]).toEqual([unknown.status, unknown.text]);
    expect(outcomeOf(wrong)).toBe("AUTH_INVALID");
    expect([...wrong.headers.getSetCookie(), ...unknown.headers.getSetCookie()]).toEqual([]);
  });

  test("stops after ten wrong passwords of strangers, on every process, and never for a browser that signed in before", async ({
    database,
    databaseUrl,
    ingress,
  }) => {
    await using other = await startTestIngress(databaseUrl);
    const ada = await member(database, ingress);
    const stranger = (n: number) => openBrowser(n % 2 === 0 ? ingress : other);
    const guess = (n: number, email = ada.email) =>
      stranger(n).post("sign-in", { email, password: `guess number ${n}` });
    const guesses = await Promise.all(Array.from({ length: 14 }, (_, n) => guess(n)));
    expect(guesses.map(outcomeOf).toSorted()).toEqual([
      ...Array<string>(10).fill("AUTH_INVALID"),
      ...Array<string>(4).fill("RATE_LIMITED"),
    ]);
    const refused = await stranger(1).post("sign-in", ada);
    expect(outcomeOf(refused)).toBe("RATE_LIMITED");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    // Her own browser, and one with a link from her mailbox, are not shut out.
    const { browser } = ada;
    await browser.post("sign-out", undefined);
    expect((await browser.post("sign-in", ada)).status).toBe(200);
    const elsewhere = openBrowser(other);
    await elsewhere.post("request-password-reset", { email: ada.email });
    const token = await lastToken(database, ada.email, "reset_password");
    await elsewhere.post("reset-password", { token, password: "another lagoon 8" });
    const again = { email: ada.email, password: "another lagoon 8" };
    expect((await elsewhere.post("sign-in", again)).status).toBe(200);
    // An address without an account is refused in the same way.
    for (let n = 0; n < 10; n += 1) await guess(n, "nobody@example.com");
    expect(outcomeOf(await guess(0, "nobody@example.com"))).toBe("RATE_LIMITED");
    // A device's cookie is good for its own account alone.
    const bob = await member(database, ingress);
    expect(outcomeOf(await bob.browser.post("sign-in", ada))).toBe("RATE_LIMITED");
    await run(database, sql.fragment`update sign_in_attempts set since = now() - interval '16 minutes'`);
    expect((await stranger(1).post("sign-in", again)).status).toBe(200);
  });

  test("gets its turn while two networks keep the line for password hashes full", async ({ databaseUrl }) => {
    await using ingress = await startTestIngress(databaseUrl, {
      trustedProxyHops: 1,
      signUpsPerHour: 100_000,
      passwordCost,
    });
    const post = (path: string, address: string, body: object) =>
      ingress.call("POST", `/dashboard/api/${path}`, { headers: { "x-forwarded-for": address }, body });
    const [victim, ada] = ["203.0.113.1", newcomer()];
    await post("sign-up", victim, ada);
    let goesOn = true;
    let refused = 0;
    const flood = Array.from({ length: 64 }, async (_, n) => {
      while (goesOn) {
        const { status } = await post("sign-up", `198.51.100.${n % 2}`, newcomer());
        if (status === 503) refused += 1;
      }
    });
    const outcomes = [];
    try {
      await eventually(async () => expect(refused).toBeGreaterThan(0));
      while (outcomes.length < 8) {
        const response = await post("sign-in", victim, ada);
        // On a busy machine the flood may keep the database from her for a moment, but not the line.
        if (response.text.includes("We're busy right now")) continue;
        // The password is right: her address is not proved yet.
        outcomes.push(outcomeOf(response));
      }
    } finally {
      goesOn = false;
      await Promise.all(flood);
    }
    expect(outcomes).toEqual(Array<string>(8).fill("STATE_CONFLICT"));
  });

  test("stays open to its person, whatever strangers try and whatever mails they ask for", async ({
    database,
    ingress,
  }) => {
    const ada = await member(database, ingress);
    const [stranger, elsewhere] = [openBrowser(ingress), openBrowser(ingress)];
    const { browser: _own, ...person } = ada;
    const bodyOf = (path: string) => (path === "sign-up" ? person : { email: ada.email });
    const attack = async () => {
      for (let n = 0; n < 10; n += 1)
        await stranger.post("sign-in", { email: ada.email, password: `guess number ${n}` });
      for (const path of ["sign-up", "resend-verification", "request-password-reset"])
        for (let n = 0; n < 4; n += 1) await stranger.post(path, bodyOf(path));
    };
    let { password } = ada;
    for (let round = 0; round < 3; round += 1) {
      await attack();
      expect(outcomeOf(await openBrowser(ingress).post("sign-in", { email: ada.email, password }))).toBe(
        "RATE_LIMITED",
      );
      // She asks for a link, finds the newest in her mailbox, whoever asked for that, and signs in.
      await elsewhere.post("request-password-reset", { email: ada.email });
      const token = await lastToken(database, ada.email, "reset_password");
      password = `lagoon number ${round} at dusk`;
      expect((await elsewhere.post("reset-password", { token, password })).status).toBe(200);
      expect((await elsewhere.post("sign-in", { email: ada.email, password })).status).toBe(200);
      elsewhere.cookies.clear();
    }
  });

  test("is no easier for a browser that signed in before the password was changed in another", async ({
    database,
    ingress,
  }) => {
    const ada = await member(database, ingress);
    const left = openBrowser(
      ingress,
      new Map([["__Host-device", ada.browser.cookies.get("__Host-device")!]]),
    );
    const chosen = "another lagoon 88";
    await ada.browser.post("change-password", { current: ada.password, new: chosen });
    const guess = (from: typeof left, n: number) =>
      from.post("sign-in", { email: ada.email, password: `guess number ${n}` });
    for (let n = 0; n < 10; n += 1) await guess(openBrowser(ingress), n);
    expect(outcomeOf(await guess(left, 10))).toBe("RATE_LIMITED");
    await ada.browser.post("sign-out", undefined);
    expect((await ada.browser.post("sign-in", { email: ada.email, password: chosen })).status).toBe(200);
  });

  test("with a second factor opens nothing by itself, and is finished once, within five minutes and five tries", async ({
    database,
    ingress,
  }) => {
    const { browser: _browser, ...ada } = await member(database, ingress);
    await run(
      database,
      sql.fragment`create or replace function has_second_factor(p_person_id bigint) returns boolean
        language sql stable set search_path = public, pg_temp as $$ select true $$`,
    );
    const start = async () => {
      const browser = openBrowser(ingress);
      expect((await browser.post("sign-in", ada)).data).toEqual({ next: "second_factor", factors: [] });
      expect(browser.cookies.has("__Host-session")).toBe(false);
      const token = browser.cookies.get("__Host-sign-in")!;
      const opened = await ingress.call("GET", "/dashboard/api/session", { session: token });
      expect(outcomeOf(opened)).toBe("AUTH_REQUIRED");
      return token;
    };
    const device = { address: "127.0.0.1", userAgent: undefined };
    const { finishSignIn, useSignIn } = await import("../../sql/people/people.ts");
    const token = await start();
    const finished = await Promise.all([1, 2, 3].map(() => finishSignIn(database, token, device)));
    expect(finished.filter((session) => session !== null)).toHaveLength(1);

    const tried = await start();
    const tries = await Promise.all(Array.from({ length: 8 }, () => useSignIn(database, tried)));
    expect(tries.filter((person) => person !== null)).toHaveLength(5);

    const late = await start();
    await run(database, sql.fragment`update sign_ins set expires_at = now()`);
    expect(await useSignIn(database, late)).toBeNull();
    expect(await finishSignIn(database, late, device)).toBeNull();
  });
});

describe("passwords are tried from one network", () => {
  /** Counts an attempt at the nth account; whether it is one too many. */
  const isRefused = async (database: Connection, n: number, ip: string) =>
    (await takeAttempts(database, attemptsToSignIn(`${n}@example.com`, { ip, device: undefined }))) !== null;

  /** How many attempts are counted before one is refused, each at an account of its own. */
  async function attemptsFrom(database: Connection, addressOf: (n: number) => string): Promise<number> {
    for (let n = 0; n <= 100; n += 1) if (await isRefused(database, n, addressOf(n))) return n;
    return Infinity;
  }

  test("a hundred times", async ({ database }) => {
    expect(await attemptsFrom(database, () => "203.0.113.7")).toBe(100);
    expect(await attemptsFrom(database, (n) => `2001:db8:1:1::${n.toString(16)}`)).toBe(100);
  });

  test("sixteen times as often from all the networks of an IPv6 site", async ({ database }) => {
    const networkOf = (n: number) => `2001:db8:1:${((n % 256) << 8).toString(16)}::1`;
    const ofSite = attemptsToSignIn("1@example.com", { ip: networkOf(1), device: undefined })[0]!;
    expect(await isRefused(database, 1, networkOf(1))).toBe(false);
    // As if its other networks had tried as well.
    const { rowCount } = await run(
      database,
      sql.fragment`update sign_in_attempts set attempts = attempts + 1597
        where subject = ${sql.binary(ofSite.subject)}`,
    );
    expect(rowCount).toBe(1);
    for (const n of [2, 3]) expect(await isRefused(database, n, networkOf(n))).toBe(false);
    for (const n of [4, 5]) expect(await isRefused(database, n, networkOf(n))).toBe(true);
    // Each site has its own count.
    expect(await attemptsFrom(database, (n) => `2001:db8:${(n + 2).toString(16)}::1`)).toBe(Infinity);
  });
});

describe("a link of a mail", () => {
  test("chooses a password once, ends every session on every process, and is told of", async ({
    fileDatabase,
    fileDatabaseUrl,
    fileIngress,
  }) => {
    await using other = await startTestIngress(fileDatabaseUrl);
    const { browser, email } = await member(fileDatabase, fileIngress);
    const elsewhere = openBrowser(other, browser.cookies);
    expect((await elsewhere.get("session")).status).toBe(200);
    const stranger = openBrowser(fileIngress);
    await stranger.post("request-password-reset", { email });
    const token = await lastToken(fileDatabase, email, "reset_password");
    const reset = (password: string) => stranger.post("reset-password", { token, password });
    expect((await reset("short")).error.details).toHaveProperty("password");
    const used = await Promise.all(["a second lagoon 1", "a second lagoon 2"].map(reset));
    expect(used.map(outcomeOf).toSorted()).toEqual([200, "VALIDATION_ERROR"]);
    expect((await reset("a second lagoon 3")).error.details).toEqual({ token: expect.any(String) });
    expect(outcomeOf(await elsewhere.get("session"))).toBe("AUTH_REQUIRED");
    const mails = (await readMails(fileDatabase, email)).map(({ template }) => template);
    expect(mails).toEqual(["verify_email", "reset_password", "password_changed"]);
    const chosen = `a second lagoon ${used[0]!.status === 200 ? 1 : 2}`;
    expect((await stranger.post("sign-in", { email, password: chosen })).status).toBe(200);
  });

  test("is of no use after its time, as another kind, or if it is made up", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const [browser, ada] = [openBrowser(fileIngress), newcomer()];
    await browser.post("sign-up", ada);
    await browser.post("request-password-reset", ada);
    const [verify, reset] = [
      await lastToken(fileDatabase, ada.email, "verify_email"),
      await lastToken(fileDatabase, ada.email, "reset_password"),
    ];
    const password = "a third lagoon 33";
    const attempts = () =>
      Promise.all([
        browser.post("reset-password", { token: verify, password }),
        browser.post("verify-email", { token: reset, password: ada.password }),
        browser.post("verify-email", { token: "x".repeat(43) }),
        browser.post("reset-password", { token: "short", password }),
      ]);
    for (const refused of await attempts())
      expect(refused.error.details).toEqual({ token: expect.any(String) });
    await run(fileDatabase, sql.fragment`update mail_tokens set expires_at = now()`);
    const late = await browser.post("verify-email", { token: verify });
    expect(late.error.details).toEqual({ token: expect.stringContaining("no longer valid") });
    expect(outcomeOf(await browser.post("reset-password", { token: reset, password }))).toBe(
      "VALIDATION_ERROR",
    );
  });

  test("proves an address once, however many use it at once", async ({ fileDatabase, fileIngress }) => {
    const [browser, ada] = [openBrowser(fileIngress), newcomer()];
    await browser.post("sign-up", ada);
    const token = await lastToken(fileDatabase, ada.email, "verify_email");
    const used = await Promise.all(
      [1, 2, 3, 4].map(() =>
        openBrowser(fileIngress, new Map(browser.cookies)).post("verify-email", { token }),
      ),
    );
    expect(used.map(outcomeOf).toSorted()).toEqual([200, ...Array<string>(3).fill("VALIDATION_ERROR")]);
  });
});

describe("a person who is signed in", () => {
  test("changes the password: this session gets another token, all others end", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { browser, ...ada } = await member(fileDatabase, fileIngress);
    const elsewhere = openBrowser(fileIngress);
    await elsewhere.post("sign-in", ada);
    const before = browser.cookies.get("__Host-session")!;
    const change = (current: string, chosen: string) =>
      browser.post("change-password", { current, new: chosen });
    expect((await change("not the one", "a fourth lagoon 4")).error.details).toEqual({
      current: expect.any(String),
    });
    expect((await change(ada.password, ada.email)).error.details).toEqual({ new: expect.any(String) });
    expect((await change(ada.password, "a fourth lagoon 4")).data).toEqual({ changed: true });
    expect((await browser.get("session")).status).toBe(200);
    expect(outcomeOf(await elsewhere.get("session"))).toBe("AUTH_REQUIRED");
    const old = await fileIngress.call("GET", "/dashboard/api/session", { session: before });
    expect(outcomeOf(old)).toBe("AUTH_REQUIRED");
    expect(outcomeOf(await elsewhere.post("sign-in", ada))).toBe("AUTH_INVALID");
    for (let n = 0; n < 10; n += 1) await change("not the one", "a fifth lagoon 55");
    expect(outcomeOf(await change("a fourth lagoon 4", "a fifth lagoon 55"))).toBe("RATE_LIMITED");
  });

  test("sees where they are signed in, and ends one, the others, or all", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { browser, ...ada } = await member(fileDatabase, fileIngress);
    const others = [openBrowser(fileIngress), openBrowser(fileIngress), openBrowser(fileIngress)];
    for (const other of others) await other.post("sign-in", ada);
    const { data } = await browser.get("sessions");
    expect(data).toHaveLength(4);
    const mine = data.filter(({ isThis }: { isThis: boolean }) => isThis);
    expect(mine).toEqual([
      expect.objectContaining({ device: "Firefox on Linux", address: expect.stringContaining("127.0.0.1") }),
    ]);
    const theirs = (await others[0]!.get("sessions")).data.find(({ isThis }: { isThis: boolean }) => isThis);
    const stranger = await member(fileDatabase, fileIngress);
    const end = `sessions/${theirs.reference}/end`;
    expect(outcomeOf(await stranger.browser.post(end))).toBe("NOT_FOUND");
    expect((await browser.post(end)).data).toEqual({ ended: 1 });
    expect(outcomeOf(await others[0]!.get("session"))).toBe("AUTH_REQUIRED");
    expect((await browser.post("sessions/end-others")).data).toEqual({ ended: 2 });
    expect(outcomeOf(await others[1]!.get("session"))).toBe("AUTH_REQUIRED");
    expect((await browser.post("sessions/end-all")).data).toEqual({ ended: 1 });
    expect(browser.cookies.has("__Host-session")).toBe(false);
    const log = await fileDatabase.anyFirst(sql.type(z.object({ action: z.string() }))`
      select action from audit_log where action = 'session end' and actor = ${ada.email}`);
    expect(log).toHaveLength(3);
    expect((await stranger.browser.get("session")).status).toBe(200);
  });

  test("is seen by the owners of each of their merchants to change and reset the password, and to end sessions", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { browser, ...ada } = await member(fileDatabase, fileIngress);
    const owners = await Promise.all(
      [1, 2].map(async () => {
        const { tenant } = await createMember(fileDatabase);
        await run(
          fileDatabase,
          sql.fragment`insert into memberships (person_id, merchant_id, role)
            select p.id, ${tenant.merchantId}, 'viewer' from people p where p.email = ${ada.email}`,
        );
        return createPerson(fileDatabase, [[tenant.merchantId, "owner"]]);
      }),
    );
    const stranger = await createPerson(fileDatabase, [
      [(await createMember(fileDatabase)).tenant.merchantId, "owner"],
    ]);
    const [second, third] = ["another lagoon 8", "a third lagoon 33"];
    await browser.post("change-password", { current: ada.password, new: second });
    await openBrowser(fileIngress).post("sign-in", { email: ada.email, password: second });
    expect((await browser.post("sessions/end-others")).data).toEqual({ ended: 1 });
    await browser.post("request-password-reset", { email: ada.email });
    const token = await lastToken(fileDatabase, ada.email, "reset_password");
    expect((await browser.post("reset-password", { token, password: third })).status).toBe(200);

    const seenBy = async ({ session }: { session: string }) => {
      const { data } = await fileIngress.call("GET", "/dashboard/api/audit-log", { session });
      return (data as { action: string; who: { email: string } | null; before: unknown }[])
        .filter(({ who }) => who?.email === ada.email)
        .map(({ action, before }) => [action, before]);
    };
    for (const owner of owners) {
      expect(await seenBy(owner)).toEqual([
        ["person reset-password", null],
        ["session end", { sessions: 1 }],
        ["person change-password", null],
      ]);
    }
    expect(await seenBy(stranger)).toEqual([]);
  });
});
