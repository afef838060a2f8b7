import { readdir, readFile } from "node:fs/promises";
import { describe, expect } from "vitest";
import { z } from "zod";
import { mailHtml, mailTemplates, mailText } from "../../sql/mails/mail-text.ts";
import { mailLink } from "../../sql/mails/mails.ts";
import { createLog } from "../../sql/process/logging.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createMember } from "../helpers/create-member.ts";
import { createPerson } from "../helpers/create-person.ts";
import { eventually } from "../helpers/eventually.ts";
import { startMailServer } from "../helpers/outside/start-mail-server.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { test } from "../helpers/test.ts";
import { newcomer, openBrowser } from "../people/browser.ts";
import { resolveDestination } from "../helpers/records.ts";
import type { Connection } from "../../sql/process/database.ts";

const settings = (url: string) => ({
  SMTP_URL: url,
  MAIL_FROM: "Payments <payments@example.com>",
  PUBLIC_URL: "https://pay.example.com",
});
/** Tells a merchant's owners of a change, as a SQL function does that changes something delicate. */
const notifyOwners = (connection: Connection, merchantId: bigint, template: string, facts: object) =>
  connection.query(sql.type(z.object({}))`
    select from notify_owners(${merchantId}, ${template}, ${sql.jsonb(facts as Record<string, string>)}, null)`);

const state = (database: Connection) =>
  database.one(
    sql.type(
      z.object({
        status: z.string(),
        attempts: z.int(),
        error: z.string().nullable(),
        has_token: z.boolean(),
      }),
    )`select status, attempts, error, encrypted_token is not null as has_token from mails order by id limit 1`,
  );
/** The next attempt of a mail that waits, and the job for it, are due. */
const dueNow = (database: Connection) =>
  database.query(sql.type(z.object({}))`
    with due as (update mails set next_attempt_at = now() where status = 'pending')
    update queue_live_mails._private_jobs set run_at = now()`);

async function signUp(databaseUrl: string) {
  await using ingress = await startTestIngress(databaseUrl);
  const ada = newcomer();
  await openBrowser(ingress).post("sign-up", ada);
  return ada;
}

describe("a mail", () => {
  test("is sent with its link, as what it is, and keeps no token", async ({ database, databaseUrl }) => {
    await using server = await startMailServer();
    const { email } = await signUp(databaseUrl);
    await using _workers = await startTestWorkers(databaseUrl, settings(server.url));
    await eventually(async () => expect((await state(database)).status).toBe("sent"));
    expect(await state(database)).toEqual({ status: "sent", attempts: 1, error: null, has_token: false });
    const [mail] = server.mails;
    expect(server.mails).toHaveLength(1);
    expect(mail).toContain(`To: ${email}`);
    expect(mail).toContain("From: Payments <payments@example.com>");
    expect(mail).toMatch(/^Message-ID: <mal_\w+@example\.com>$/m);
    expect(mail).toContain("Auto-Submitted: auto-generated");
    const plain = mail!.replaceAll("=\n", "").replaceAll("=3D", "=");
    expect(plain).toMatch(/https:\/\/pay\.example\.com\/dashboard\/verify-email#token=[\w-]{43}/);
    // A mail to somebody else has nothing that the stranger typed.
    expect(plain).not.toContain("Lagoon Books");
    expect(plain).not.toContain("Okafor");
  });

  test("waits where its server does not want it now, and has the same Message-ID again", async ({
    database,
    databaseUrl,
  }) => {
    await using server = await startMailServer("delays");
    await signUp(databaseUrl);
    await using _workers = await startTestWorkers(databaseUrl, settings(server.url));
    await eventually(async () => expect((await state(database)).error).toBe("EENVELOPE 451"));
    expect(await state(database)).toMatchObject({ status: "pending", has_token: true });
    server.behaviour = "accepts";
    await dueNow(database);
    await eventually(async () => expect((await state(database)).status).toBe("sent"));
    // Somebody died after the server took it: it comes once more, and is recognised.
    await database.query(
      sql.type(
        z.object({}),
      )`update mails set status = 'pending', next_attempt_at = now() - interval '1 minute'`,
    );
    await eventually(() => expect(server.mails).toHaveLength(2));
    const ids = server.mails.map((mail) => /^Message-ID: (.*)$/m.exec(mail)![1]);
    expect(ids[0]).toBe(ids[1]);
  });

  test("is given up where its recipient is refused for good, or a day has passed", async ({
    database,
    databaseUrl,
  }) => {
    await using server = await startMailServer("refuses");
    await signUp(databaseUrl);
    await using _workers = await startTestWorkers(databaseUrl, settings(server.url));
    await eventually(async () => expect((await state(database)).status).toBe("failed"));
    expect(await state(database)).toMatchObject({ attempts: 1, error: "EENVELOPE 550", has_token: false });
    server.behaviour = "delays";
    await database.query(sql.type(z.object({}))`
      update mails set status = 'pending', next_attempt_at = now() - interval '1 minute',
        created_at = now() - interval '25 hours'`);
    await eventually(async () => expect((await state(database)).error).toBe("EENVELOPE 451"));
    expect((await state(database)).status).toBe("failed");
  });

  test("is given up after a day, too, where its link was encrypted with a key that was lost", async ({
    database,
    databaseUrl,
  }) => {
    await using server = await startMailServer();
    const { encryptedToken } = mailLink({ current: Buffer.alloc(32, 1) }, "verify_email", "ada@example.com");
    await database.query(sql.type(z.object({}))`
      select queue_mail('ada@example.com', 'verify_email', '{}', ${sql.binary(encryptedToken)})`);
    await using _workers = await startTestWorkers(databaseUrl, settings(server.url));
    await eventually(async () => expect((await state(database)).error).toMatch(/SERVICE_ENCRYPTION_KEY/));
    expect(await state(database)).toMatchObject({ status: "pending", attempts: 1, has_token: true });
    await database.query(sql.type(z.object({}))`update mails set created_at = now() - interval '25 hours'`);
    await dueNow(database);
    await eventually(async () => expect((await state(database)).status).toBe("failed"));
    expect(await state(database)).toMatchObject({ attempts: 2, has_token: false });
    expect(server.mails).toEqual([]);
  });

  test("to a server that says nothing holds nothing else up", async ({ database, databaseUrl }) => {
    await using server = await startMailServer("hangs");
    const { tenant } = await createMember(database);
    await createPerson(database, [[tenant.merchantId, "owner"]]);
    for (let n = 0; n < 12; n += 1)
      await notifyOwners(database, tenant.merchantId, "key_created", { what: "key_x" });
    await using _workers = await startTestWorkers(databaseUrl, settings(server.url));
    await eventually(() => expect(server.connections).toBeGreaterThanOrEqual(4));
    await resolveDestination(database, tenant);
    expect((await state(database)).status).toBe("pending");
  });

  test("is sent over a connection that is encrypted, but to this machine", async ({
    database,
    databaseUrl,
  }) => {
    await using server = await startMailServer();
    await signUp(databaseUrl);
    const elsewhere = server.url.replace("127.0.0.1", "127.0.0.2");
    await using _workers = await startTestWorkers(databaseUrl, settings(elsewhere));
    await eventually(async () => expect((await state(database)).error).toMatch(/ETLS|ESOCKET|ECONNECTION/));
    expect(server.mails).toEqual([]);
  });

  test("puts neither address nor token into logs or jobs", async ({ database, databaseUrl }) => {
    await using server = await startMailServer("refuses");
    await using ingress = await startTestIngress(databaseUrl, { logLevel: "debug" });
    let log = "";
    const workerLog = createLog("workers", "debug", { write: (line) => void (log += line) });
    await using _workers = await startTestWorkers(databaseUrl, settings(server.url), workerLog);
    const [browser, ada] = [openBrowser(ingress), newcomer()];
    await browser.post("sign-up", ada);
    await browser.post("sign-in", { ...ada, password: "a wrong password 1" });
    await browser.post("verify-email", { token: "t".repeat(43) });
    await eventually(async () => expect((await state(database)).status).toBe("failed"));
    const jobs = await database.anyFirst(sql.type(z.object({ job: z.string() }))`
      select to_json(j)::text as job from queue_live_mails._private_jobs j`);
    for (const text of [ingress.log(), log, ...jobs]) {
      for (const secret of [ada.email, ada.password, "a wrong password 1", "t".repeat(43)])
        expect(text).not.toContain(secret);
    }
  });
});

describe("a notice to owners", () => {
  test("goes to every owner who proved an address, in the transaction, thirty an hour at most", async ({
    fileDatabase: database,
  }) => {
    const { tenant } = await createMember(database);
    const [ada, bob] = [
      await createPerson(database, [[tenant.merchantId, "owner"]]),
      await createPerson(database, [[tenant.merchantId, "owner"]]),
    ];
    await createPerson(database, [[tenant.merchantId, "developer"]]);
    const recipients = async () =>
      database.anyFirst(
        sql.type(z.object({ recipient: z.string() }))`select recipient from mails order by id`,
      );
    await database
      .transaction(async (transaction) => {
        await notifyOwners(transaction, tenant.merchantId, "key_created", { what: "key_x" });
        throw new Error("rolled back");
      })
      .catch(() => {});
    expect(await recipients()).toEqual([]);
    await notifyOwners(database, tenant.merchantId, "key_created", { what: "key_x", actor: ada.email });
    expect(await recipients()).toEqual([ada.email, bob.email]);
    for (let n = 0; n < 40; n += 1) await notifyOwners(database, tenant.merchantId, "key_created", {});
    expect(await recipients()).toHaveLength(60);
  });

  test("is not held back by other mails, other notices or another merchant's", async ({
    fileDatabase: database,
  }) => {
    const [one, other] = [(await createMember(database)).tenant, (await createMember(database)).tenant];
    const ada = await createPerson(database, [
      [one.merchantId, "owner"],
      [other.merchantId, "owner"],
    ]);
    await database.query(sql.type(z.object({}))`
      select queue_mail(${ada.email}, 'invitation', '{}') from generate_series(1, 40)`);
    for (let n = 0; n < 31; n += 1) await notifyOwners(database, other.merchantId, "key_created", {});
    await notifyOwners(database, other.merchantId, "key_revoked", {});
    await notifyOwners(database, one.merchantId, "key_created", {});
    const notices = await database.any(sql.type(z.object({ template: z.string(), count: z.int() }))`
      select template, count(*)::integer as count from mails
      where recipient = ${ada.email} and template <> 'invitation'
      group by merchant_id, template order by 2 desc, 1`);
    expect(notices).toEqual([
      { template: "key_created", count: 30 },
      { template: "key_created", count: 1 },
      { template: "key_revoked", count: 1 },
    ]);
  });

  test("has a text for every template that SQL names, in which nothing becomes markup", async () => {
    const folder = new URL("../../sql/", import.meta.url);
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".sql"));
    const sources = await Promise.all(files.map((name) => readFile(new URL(name, folder), "utf8")));
    const named = sources
      .map((source) => source.replaceAll(/--.*$/gm, ""))
      .flatMap((source) => [...source.matchAll(/(?:queue_mail|notify_owners)\(\s*[\w.]+,\s*'(\w+)'[,)]/g)])
      .map(([, template]) => template!);
    expect(named).toContain("verify_email");
    expect(named.filter((template) => !mailTemplates.includes(template))).toEqual([]);
    for (const template of mailTemplates) {
      const text = mailText(
        template,
        { merchant: "<b>x</b>", what: "<i>", actor: '"' },
        { publicUrl: "https://p" },
      );
      expect(mailHtml(text)).not.toMatch(/<b>x|<i>/);
    }
  });
});

test("an invitation names inviter and business, of whose name nothing becomes a link", () => {
  const say = (merchant: string) =>
    mailText(
      "invitation",
      { inviter: "ada@example.com", role: "viewer", merchant },
      { publicUrl: "https://p" },
    );
  const { subject, paragraphs } = say("Kaduna Books & Sons");
  expect([subject, paragraphs[0]]).toEqual([
    'You\'re invited to "Kaduna Books & Sons"',
    'ada@example.com invited you to join "Kaduna Books & Sons" as viewer.',
  ]);
  expect(say("You won: https://evil.example/a?b").subject).toBe(
    'You\'re invited to "You won https evil example a b"',
  );
  expect(say("x".repeat(200)).subject).toBe(`You're invited to "${"x".repeat(60)}"`);
});

describe("the page of kept mails", () => {
  test("shows what nothing sends, with its link, to this machine alone", async ({
    database,
    databaseUrl,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, { showsKeptMails: true });
    await using _workers = await startTestWorkers(databaseUrl);
    await openBrowser(ingress).post("sign-up", newcomer());
    await eventually(async () => expect((await state(database)).status).toBe("kept"));
    const shown = await (await fetch(`${ingress.url}/dev/mail`)).text();
    expect(shown).toMatch(/href="[^"]*\/dashboard\/verify-email#token=[\w-]{43}"/);
    const passedOn = await fetch(`${ingress.url}/dev/mail`, { headers: { "x-forwarded-for": "8.8.8.8" } });
    expect(passedOn.status).toBe(404);
  });

  test("is not there unless it is asked for", async ({ databaseUrl }) => {
    await using ingress = await startTestIngress(databaseUrl);
    expect((await fetch(`${ingress.url}/dev/mail`)).status).toBe(404);
  });
});
