import { describe, expect } from "vitest";
import { z } from "zod";
import { totpCode } from "../../ingress/factors/totp.ts";
import { createPasswords } from "../../ingress/people/passwords.ts";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { outcomeOf } from "../helpers/call.ts";
import { createAuthenticator } from "./create-authenticator.ts";
import { createPerson } from "../helpers/create-person.ts";
import type { TestIngress } from "../helpers/platform/start-test-ingress.ts";
import { test } from "../helpers/test.ts";
import { openBrowser, type TestBrowser } from "../people/browser.ts";
import { lastToken } from "../people/read-mails.ts";

const password = "a lagoon at dusk 7";
const hash = createPasswords().hash(password);
const present = () => Math.floor(Date.now() / 30_000);

/** A person with a password, and a browser that is signed in. */
async function createSignedIn(database: Database, ingress: TestIngress) {
  const person = await createPerson(database);
  await database.query(sql.type(z.object({}))`
    update people set password_hash = ${await hash} where id = ${person.id}`);
  const browser = openBrowser(ingress, new Map([["__Host-session", person.session]]));
  return { ...person, browser };
}

/** Turns on an app with the code of the step before, so that a test has this step's and the next one. */
async function addApp({ post }: TestBrowser) {
  const { secret } = (await post("totp/begin")).data as { secret: string };
  const { data } = await post("totp", { code: totpCode(secret, present() - 1) });
  return { secret, recoveryCodes: data.recoveryCodes as string[] };
}

const giveAway = (of: Map<string, string>) => [...of.keys()].toSorted();

describe("with an app for codes, signing in", () => {
  test("takes the password and then a code, and before that opens nothing", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { email, browser: first } = await createSignedIn(fileDatabase, fileIngress);
    const { secret } = await addApp(first);
    const browser = openBrowser(fileIngress);
    const started = await browser.post("sign-in", { email, password });
    expect(started.data).toEqual({ next: "second_factor", factors: ["totp"] });
    expect(giveAway(browser.cookies)).toEqual(["__Host-sign-in"]);
    expect(outcomeOf(await browser.get("session"))).toBe("AUTH_REQUIRED");
    const asSession = openBrowser(
      fileIngress,
      new Map([["__Host-session", browser.cookies.get("__Host-sign-in")!]]),
    );
    expect(outcomeOf(await asSession.get("session"))).toBe("AUTH_REQUIRED");
    expect(outcomeOf(await browser.post("sign-in/totp", { code: "000000" }))).toBe("VALIDATION_ERROR");
    const kept = new Map(browser.cookies);
    const code = totpCode(secret, present());
    expect((await browser.post("sign-in/totp", { code })).data).toEqual({ next: "done" });
    expect(giveAway(browser.cookies)).toEqual(["__Host-device", "__Host-session"]);
    expect((await browser.get("session")).data.person.email).toBe(email);
    // The started sign-in is over, also for who kept its cookie.
    const again = openBrowser(fileIngress, kept);
    expect(outcomeOf(await again.post("sign-in/totp", { code: totpCode(secret, present() + 1) }))).toBe(
      "AUTH_REQUIRED",
    );
  });

  test("works with a recovery code, once, which owners can read of", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { id, email, browser: first } = await createSignedIn(fileDatabase, fileIngress);
    const { recoveryCodes } = await addApp(first);
    const code = recoveryCodes[0]!.toUpperCase().replaceAll("-", " ");
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const browser = openBrowser(fileIngress);
        await browser.post("sign-in", { email, password });
        return outcomeOf(await browser.post("sign-in/recovery-code", { code }));
      }),
    );
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1);
    expect((await first.get("factors")).data.recoveryCodesLeft).toBe(9);
    const actions = await fileDatabase.anyFirst(sql.type(z.object({ action: z.string() }))`
      select action from audit_log where person_id = ${id} order by id`);
    expect(actions).toEqual(["totp enable", "recovery-code use"]);
    // New ones end the old ones.
    await first.post("recovery-codes");
    const browser = openBrowser(fileIngress);
    await browser.post("sign-in", { email, password });
    expect(outcomeOf(await browser.post("sign-in/recovery-code", { code: recoveryCodes[1] }))).toBe(
      "VALIDATION_ERROR",
    );
  });

  test("ends after five wrong codes", async ({ fileDatabase, fileIngress }) => {
    const { email, browser: first } = await createSignedIn(fileDatabase, fileIngress);
    const { secret } = await addApp(first);
    const browser = openBrowser(fileIngress);
    await browser.post("sign-in", { email, password });
    for (let n = 0; n < 5; n += 1) {
      expect(outcomeOf(await browser.post("sign-in/totp", { code: "000000" }))).toBe("VALIDATION_ERROR");
    }
    const code = totpCode(secret, present());
    expect(outcomeOf(await browser.post("sign-in/totp", { code }))).toBe("AUTH_REQUIRED");
  });

  test("is guessed no more often by who reads the mails and chooses new passwords", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { email, browser: first } = await createSignedIn(fileDatabase, fileIngress);
    const { secret } = await addApp(first);
    const near = [-2, -1, 0, 1, 2].map((off) => totpCode(secret, present() + off));
    const wrong = ["000000", "000001", "000002", "000003", "000004", "000005"].find(
      (n) => !near.includes(n),
    )!;
    const outcomes = [];
    for (let n = 0; n < 6; n += 1) {
      const thief = openBrowser(fileIngress);
      await fileDatabase.query(
        sql.type(z.object({}))`update mails set created_at = now() - interval '2 hours'`,
      );
      await thief.post("request-password-reset", { email });
      const token = await lastToken(fileDatabase, email, "reset_password");
      const chosen = { email, password: `lagoon number ${n} at dusk` };
      expect((await thief.post("reset-password", { token, ...chosen })).status).toBe(200);
      expect(thief.cookies.has("__Host-device")).toBe(false);
      expect((await thief.post("sign-in", chosen)).data.next).toBe("second_factor");
      for (let tries = 0; tries < 5; tries += 1)
        outcomes.push(outcomeOf(await thief.post("sign-in/totp", { code: wrong })));
    }
    expect(outcomes.filter((outcome) => outcome === "VALIDATION_ERROR")).toHaveLength(20);
    expect(outcomes.slice(20)).toEqual(Array<string>(10).fill("RATE_LIMITED"));
  });

  test("and sessions of a person may be tried with 60 wrong codes an hour, all together", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { id, browser } = await createSignedIn(fileDatabase, fileIngress);
    const { secret } = await addApp(browser);
    await fileDatabase.query(sql.type(z.object({}))`
      insert into proof_attempts (person_id, taken) values (${id}, 59)
      on conflict (person_id) do update set taken = 59`);
    expect(outcomeOf(await browser.post("step-up", { code: "000000" }))).toBe("VALIDATION_ERROR");
    const late = await browser.post("step-up", { code: totpCode(secret, present()) });
    expect(outcomeOf(late)).toBe("RATE_LIMITED");
  });

  test("takes no code without the password", async ({ fileDatabase, fileIngress }) => {
    const { browser: first } = await createSignedIn(fileDatabase, fileIngress);
    const { secret } = await addApp(first);
    const code = totpCode(secret, present());
    for (const cookies of [new Map(), new Map([["__Host-sign-in", "x".repeat(43)]])]) {
      const browser = openBrowser(fileIngress, cookies as Map<string, string>);
      expect(outcomeOf(await browser.post("sign-in/totp", { code }))).toBe("AUTH_REQUIRED");
    }
  });
});

test("with a passkey alone, a password is not enough either, and the passkey is", async ({
  fileDatabase,
  fileIngress,
}) => {
  const { email, reference, browser: first } = await createSignedIn(fileDatabase, fileIngress);
  const authenticator = createAuthenticator("http://localhost:3000", reference);
  const made = authenticator.create((await first.post("passkeys/begin")).data);
  await first.post("passkeys", { name: "Laptop", credential: made });
  const browser = openBrowser(fileIngress);
  expect((await browser.post("sign-in", { email, password })).data).toEqual({
    next: "second_factor",
    factors: ["passkey"],
  });
  const credential = authenticator.sign((await browser.post("sign-in/passkey/begin")).data);
  expect((await browser.post("sign-in/passkey", { credential })).status).toBe(200);
  expect((await browser.get("session")).data.person.email).toBe(email);
});

describe("a step-up with the password", () => {
  test("is enough for who has no second factor, and for nobody else", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { browser } = await createSignedIn(fileDatabase, fileIngress);
    const before = browser.cookies.get("__Host-session");
    expect(outcomeOf(await browser.post("step-up", { password: "not this one at all" }))).toBe(
      "VALIDATION_ERROR",
    );
    expect((await browser.post("step-up", { password })).status).toBe(200);
    expect(browser.cookies.get("__Host-session")).not.toBe(before);
    await addApp(browser);
    const refused = await browser.post("step-up", { password });
    expect(refused.error.details).toEqual({ password: expect.stringContaining("is not enough") });
  });

  test("may be guessed ten times", async ({ fileDatabase, fileIngress }) => {
    const { browser } = await createSignedIn(fileDatabase, fileIngress);
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => browser.post("step-up", { password: `guess number ${n}` })),
    );
    expect(responses.filter(({ error }) => error.code === "VALIDATION_ERROR")).toHaveLength(10);
    expect(outcomeOf(await browser.post("step-up", { password }))).toBe("RATE_LIMITED");
  });
});
