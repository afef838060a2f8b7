import { describe, expect } from "vitest";
import { z } from "zod";
import { stepOfCode, totpCode } from "../../ingress/factors/totp.ts";
import type { Database } from "../../sql/process/database.ts";
import { reencryptTotpSecrets } from "../../sql/process/encryption/re-encrypt.ts";
import { findTotpSecret } from "../../sql/factors/totp.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { outcomeOf, type ApiResponse } from "../helpers/call.ts";
import { createMember } from "../helpers/create-member.ts";
import { createPerson, type Person } from "../helpers/create-person.ts";
import { testEncryptionKey } from "../helpers/encryption-key.ts";
import { startTestIngress, type TestIngress } from "../helpers/platform/start-test-ingress.ts";
import { test } from "../helpers/test.ts";

const post = (ingress: TestIngress, path: string, session: string, body?: object) =>
  ingress.call("POST", `/dashboard/api/${path}`, { session, ...(body !== undefined && { body }) });

const present = () => Math.floor(Date.now() / 30_000);

/** Turns on an app for a person; its secret and the recovery codes. */
async function addApp(ingress: TestIngress, { session }: Pick<Person, "session">) {
  const { secret } = (await post(ingress, "totp/begin", session)).data as { secret: string };
  // Uses the code of the step before, so that a test still has those of this step and the next.
  const confirmed = await post(ingress, "totp", session, { code: totpCode(secret, present() - 1) });
  return { secret, recoveryCodes: confirmed.data.recoveryCodes as string[] };
}

const tokenOf = ({ headers }: ApiResponse) =>
  /__Host-session=([^;]+)/.exec(headers.get("set-cookie") ?? "")?.[1];

const auditOf = (database: Database, { id }: Person) =>
  database.anyFirst(sql.type(z.object({ action: z.string() }))`
    select action from audit_log where person_id = ${id} order by id`);

describe("a code", () => {
  // RFC 6238, appendix B, of which six digits are used.
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  test.for([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ] as const)("at %i seconds is the standard's", ([seconds, code]) => {
    expect(totpCode(secret, Math.floor(seconds / 30))).toBe(code);
  });

  test("is accepted in its step, the one before and the one after", () => {
    const now = 1_234_567_890_000;
    const step = Math.floor(now / 30_000);
    const found = [-2, -1, 0, 1, 2].map((off) => stepOfCode(secret, totpCode(secret, step + off), now));
    expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
    expect(stepOfCode(secret, "", now)).toBeUndefined();
  });
});

describe("an app for codes", () => {
  test("is turned on with its first code, and is in the audit log of every merchant of the person", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const [one, two] = [await createMember(fileDatabase), await createMember(fileDatabase)];
    const person = await createPerson(fileDatabase, [
      [one.tenant.merchantId, "owner"],
      [two.tenant.merchantId, "viewer"],
    ]);
    const { data } = await post(fileIngress, "totp/begin", person.session);
    expect(data.uri).toBe(
      `otpauth://totp/localhost%3A3000:${encodeURIComponent(person.email)}?secret=${data.secret}&issuer=localhost%3A3000`,
    );
    expect(outcomeOf(await post(fileIngress, "totp", person.session, { code: "000000" }))).toBe(
      "VALIDATION_ERROR",
    );
    const code = totpCode(data.secret, present()).replace(/(...)/, "$1 ");
    const confirmed = await post(fileIngress, "totp", person.session, { code });
    expect(confirmed.data.recoveryCodes).toHaveLength(10);
    expect(outcomeOf(await post(fileIngress, "totp/begin", person.session))).toBe("STATE_CONFLICT");
    expect(await auditOf(fileDatabase, person)).toEqual(["totp enable", "totp enable"]);
    const rows = await fileDatabase.anyFirst(sql.type(z.object({ row: z.string() }))`
      select totp_secrets::text as row from totp_secrets union all select recovery_codes::text from recovery_codes`);
    const dump = rows.join();
    expect(dump).not.toContain(data.secret);
    expect(dump).not.toContain(Buffer.from(data.secret).toString("hex"));
    for (const recoveryCode of confirmed.data.recoveryCodes) expect(dump).not.toContain(recoveryCode);
  });

  test("that was begun more than 15 minutes ago begins again", async ({ fileDatabase, fileIngress }) => {
    const { id, session } = await createPerson(fileDatabase);
    const { data } = await post(fileIngress, "totp/begin", session);
    await fileDatabase.query(sql.type(z.object({}))`
      update totp_secrets set created_at = now() - interval '16 minutes' where person_id = ${id}`);
    const code = totpCode(data.secret, present());
    expect(outcomeOf(await post(fileIngress, "totp", session, { code }))).toBe("STATE_CONFLICT");
    // An app that was never confirmed is not asked for.
    expect(outcomeOf(await post(fileIngress, "recovery-codes", session))).toBe("STATE_CONFLICT");
  });

  test("makes a code that counts once, also when it is sent ten times at once", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const person = await createPerson(fileDatabase);
    const { secret } = await addApp(fileIngress, person);
    // Each of another session of the person: a token changes with the first success.
    const { startSession } = await import("../../sql/sessions/sessions.ts");
    const device = { address: "127.0.0.1", userAgent: undefined };
    const sessions = await Promise.all(
      Array.from({ length: 10 }, () => startSession(fileDatabase, person.id, device)),
    );
    const code = totpCode(secret, present());
    const responses = await Promise.all(sessions.map((one) => post(fileIngress, "step-up", one, { code })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    // Nor does one of an earlier step count after it.
    const earlier = totpCode(secret, present() - 1);
    expect(outcomeOf(await post(fileIngress, "step-up", person.session, { code: earlier }))).toBe(
      "VALIDATION_ERROR",
    );
    const next = await post(fileIngress, "step-up", person.session, {
      code: totpCode(secret, present() + 1),
    });
    expect(next.status).toBe(200);
    expect(outcomeOf(await post(fileIngress, "step-up", person.session, { code }))).toBe("AUTH_REQUIRED");
    expect(outcomeOf(await post(fileIngress, "totp/begin", tokenOf(next)!))).toBe("STATE_CONFLICT");
  });

  test("is guessed with a session five times in 15 minutes at most, over all processes and at once", async ({
    database,
    databaseUrl,
  }) => {
    await using one = await startTestIngress(databaseUrl);
    await using two = await startTestIngress(databaseUrl);
    const person = await createPerson(database);
    const { secret } = await addApp(one, person);
    const right = new Set([-2, -1, 0, 1, 2].map((off) => totpCode(secret, present() + off)));
    const guesses = Array.from({ length: 20 }, (_, n) => String(n).padStart(6, "0"))
      .filter((guess) => !right.has(guess))
      .slice(0, 12);
    const responses = await Promise.all(
      guesses.map((code, n) => post(n % 2 === 0 ? one : two, "step-up", person.session, { code })),
    );
    expect(responses.filter(({ error }) => error?.code === "VALIDATION_ERROR")).toHaveLength(5);
    const code = totpCode(secret, present());
    const late = await post(two, "step-up", person.session, { code });
    expect(outcomeOf(late)).toBe("RATE_LIMITED");
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(800);
    await database.query(sql.type(z.object({}))`
      update sign_in_attempts set since = now() - interval '15 minutes 1 second'`);
    expect((await post(two, "step-up", person.session, { code })).status).toBe(200);
  });

  test("that is right gives its attempt back", async ({ fileDatabase, fileIngress }) => {
    const person = await createPerson(fileDatabase);
    const { secret } = await addApp(fileIngress, person);
    const proved = await post(fileIngress, "step-up", person.session, { code: totpCode(secret, present()) });
    const { data } = await fileIngress.call("GET", "/dashboard/api/session", { session: tokenOf(proved)! });
    const taken = await fileDatabase.oneFirst(sql.type(z.object({ attempts: z.int() }))`
      select attempts from sign_in_attempts
      where subject = sha256(convert_to(${`codes:${data.reference}`}, 'utf8'))`);
    expect(taken).toBe(0);
  });

  test("is turned off after a step-up alone, and its codes open nothing then", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const person = await createPerson(fileDatabase);
    const { secret } = await addApp(fileIngress, person);
    await fileDatabase.query(sql.type(z.object({}))`
      update sessions set proved_at = now() - interval '11 minutes' where person_id = ${person.id}`);
    expect(outcomeOf(await post(fileIngress, "totp/disable", person.session))).toBe("STEP_UP_REQUIRED");
    const stepped = await post(fileIngress, "step-up", person.session, { code: totpCode(secret, present()) });
    const session = tokenOf(stepped)!;
    expect((await post(fileIngress, "totp/disable", session)).status).toBe(200);
    const code = totpCode(secret, present() + 1);
    expect(outcomeOf(await post(fileIngress, "step-up", session, { code }))).toBe("VALIDATION_ERROR");
    expect(outcomeOf(await post(fileIngress, "totp/disable", session))).toBe("STATE_CONFLICT");
  });

  test("has a secret that is encrypted again with a new key, alone good from then on", async ({
    database,
    ingress,
  }) => {
    const oldKey = testEncryptionKey;
    const [newKey, people] = [Buffer.alloc(32, 8), []] as [Buffer, { id: bigint; secret: string }[]];
    for (let n = 0; n < 3; n += 1) {
      const person = await createPerson(database);
      people.push({ id: person.id, secret: (await addApp(ingress, person)).secret });
    }
    const swapped = { current: newKey, other: oldKey };
    expect(await reencryptTotpSecrets(database, swapped)).toBe(3);
    expect(await reencryptTotpSecrets(database, swapped)).toBe(0);
    for (const { id, secret } of people) {
      expect(await findTotpSecret(database, { current: newKey }, id, "used")).toMatchObject({ secret });
      await expect(findTotpSecret(database, { current: oldKey }, id, "used")).rejects.toThrow(
        "another SERVICE_ENCRYPTION_KEY",
      );
    }
    const logged = await database.any(sql.type(z.object({ target: z.string(), after: z.unknown() }))`
      select target, after from audit_log where action = 'encryption reencrypt'`);
    expect(logged).toEqual([{ target: "totp secrets", after: { changed: 3 } }]);
  });

  test("belongs to its person: another's code is worth nothing", async ({ fileDatabase, fileIngress }) => {
    const [ada, bob] = [await createPerson(fileDatabase), await createPerson(fileDatabase)];
    await addApp(fileIngress, ada);
    const { secret } = await addApp(fileIngress, bob);
    const code = totpCode(secret, present());
    expect(outcomeOf(await post(fileIngress, "step-up", ada.session, { code }))).toBe("VALIDATION_ERROR");
    const given = [{}, { code, credential: undefined, password: "x" }];
    for (const body of given) {
      expect(outcomeOf(await post(fileIngress, "step-up", bob.session, body))).toBe("VALIDATION_ERROR");
    }
  });
});
