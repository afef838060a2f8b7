import { describe, expect } from "vitest";
import { z } from "zod";
import { nouns } from "../../scripts/admin/commands.ts";
import type { MasterKeys } from "../../sql/process/encryption/encryption.ts";
import { createDatabase, type Database } from "../../sql/process/database.ts";
import { listAuditLog } from "../helpers/list-audit-log.ts";
import {
  reencryptVerificationDocuments,
  reencryptVerificationForms,
} from "../../sql/process/encryption/re-encrypt.ts";
import { readVerificationDocument } from "../../sql/verification/verification-documents.ts";
import { findVerification } from "../../sql/verification/verifications.ts";
import { purgeExpiredRows } from "../../sql/retention/retention.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { outcomeOf } from "../helpers/call.ts";
import { testEncryptionKey } from "../helpers/encryption-key.ts";
import { createPerson } from "../helpers/create-person.ts";
import { roleUrl } from "../helpers/database/role-url.ts";
import { test } from "../helpers/test.ts";
import { runnableAs } from "../scripts/operator-targets.ts";
import { completeBusiness, createReviewer, form, pdfFile, reviewOf, submittedBusiness } from "./business.ts";

const newKey = Buffer.alloc(32, 8);
const after: MasterKeys = { current: newKey };
const swapped: MasterKeys = { current: newKey, other: testEncryptionKey };

const change = (database: Database, statement: ReturnType<typeof sql.fragment>) =>
  database.query(sql.type(z.object({}))`${statement}`);

const countDocuments = (database: Database, merchantId: bigint) =>
  database.oneFirst(sql.type(z.object({ count: z.bigint() }))`
    select count(*) from verification_documents where merchant_id = ${merchantId}`);

/** Decides about a business that waits, as an operator does who has seen it. */
const decide = (
  databaseUrl: string,
  { merchant, version, documents }: { merchant: string; version: number; documents: string[] },
  decision: string,
  reason = "ticket 12",
) =>
  runOpsScript(databaseUrl, "decide-verification", {
    merchant,
    decision,
    version: `${version}`,
    documents: documents.join(","),
    reason,
  });

/** Runs a command of the operators' CLI with the rights of the operator's role. */
async function runCommand(databaseUrl: string, noun: string, verb: string, values: Record<string, unknown>) {
  const [, , verbs] = nouns.find(([name]) => name === noun)!;
  const database = await createDatabase({
    url: roleUrl(databaseUrl, "operator"),
    maxPoolSize: 1,
    applicationName: "admin",
  });
  try {
    const { acting, run } = verbs[verb]!.prepare(values);
    return await run(runnableAs(database, acting));
  } finally {
    await database.end();
  }
}

describe("what a business sends", () => {
  test("stands nowhere in the database, the log or a refusal in readable form", async ({
    database,
    ingress,
  }) => {
    const { own, merchant } = await submittedBusiness(database, ingress);
    await own.reopen();
    const secret = "ZUMA-PASSPORT-A01234567";
    expect((await own.add("other", pdfFile(2_000, secret), { name: `${secret}.pdf` })).status).toBe(201);
    await own.submit((await own.show()).data.version);
    const review = reviewOf(ingress, (await createReviewer(database)).session);
    await review.show(merchant);
    await review.decide(merchant, { outcome: "approved" });
    const dump = await database.oneFirst(sql.type(z.object({ dump: z.string() }))`
      select string_agg(
          query_to_xml(format('select * from %I.%I', table_schema, table_name), true, false, '')::text, ''
        ) as dump
      from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`);
    const words = [
      secret,
      form.registeredName!,
      form.tin!,
      form.street!,
      form.phone!,
      "Ngozi Zubairu",
      "ngozi.zubairu",
    ];
    for (const word of words) {
      for (const encoding of ["utf8", "hex", "base64"] as const) {
        // The edges of base64 depend on where the text begins.
        const shown = Buffer.from(word).toString(encoding).slice(0, -4);
        expect(dump.includes(shown), `${word} in ${encoding}`).toBe(false);
      }
      expect(ingress.log()).not.toContain(word);
    }
  });

  test("is encrypted again with a new key, without writing the documents again", async ({
    database,
    ingress,
  }) => {
    const { merchantId, documents } = await completeBusiness(database, ingress);
    const contents = () =>
      database.any(sql.type(z.object({ content: z.instanceof(Buffer) }))`
        select encrypted_content as content from verification_documents order by id`);
    const before = await contents();
    expect(await reencryptVerificationForms(database, swapped)).toBe(1);
    expect(await reencryptVerificationDocuments(database, swapped)).toBe(3);
    expect(await reencryptVerificationDocuments(database, swapped)).toBe(0);
    expect((await contents()).map(({ content }) => content)).toEqual(before.map(({ content }) => content));
    expect(await findVerification(database, after, merchantId)).toMatchObject({ form });
    const read = await readVerificationDocument(database, after, merchantId, documents[0]!);
    expect(read).toMatchObject({ name: "registration_certificate.pdf", content: pdfFile() });
    await expect(findVerification(database, { current: testEncryptionKey }, merchantId)).rejects.toThrow(
      "another SERVICE_ENCRYPTION_KEY",
    );
  });

  test("cannot be passed off as another merchant's, nor as another kind", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const [one, two] = [await completeBusiness(database, ingress), await completeBusiness(database, ingress)];
    const keys = { current: testEncryptionKey };
    await change(
      database,
      sql.fragment`update verification_documents set merchant_id = ${two.merchantId} where reference = ${one.documents[0]!}`,
    );
    await expect(
      readVerificationDocument(database, keys, two.merchantId, one.documents[0]!),
    ).rejects.toThrow();
    await change(
      database,
      sql.fragment`update verification_documents set kind = 'other' where reference = ${two.documents[0]!}`,
    );
    await expect(
      readVerificationDocument(database, keys, two.merchantId, two.documents[0]!),
    ).rejects.toThrow();
  });
});

describe("what is kept", () => {
  test("of a draft goes 90 days after somebody worked on it, and no earlier", async ({
    database,
    ingress,
  }) => {
    const { merchantId, own } = await completeBusiness(database, ingress);
    await purgeAfter(database, "89 days 23 hours");
    expect(await countDocuments(database, merchantId)).toBe(3n);
    expect((await own.add("other", pdfFile())).status).toBe(201);
    await purgeAfter(database, "89 days 23 hours");
    expect(await countDocuments(database, merchantId)).toBe(4n);
    await purgeAfter(database, "2 hours");
    expect((await own.show()).data).toMatchObject({ status: "draft", version: 0, form: {}, documents: [] });
  });

  test("of a business that was submitted stays until five years after the merchant was closed", async ({
    database,
    ingress,
    databaseUrl,
  }) => {
    const business = await submittedBusiness(database, ingress);
    const { merchant, merchantId, own, version } = business;
    await purgeAfter(database, "9 years");
    expect(await countDocuments(database, merchantId)).toBe(3n);
    await decide(databaseUrl, business, "approved");
    const close = () => runOpsScript(databaseUrl, "close-merchant", { merchant, reason: "left" });
    expect(await close()).toEqual([{ keys_revoked: 0 }]);
    expect((await own.show()).data).toMatchObject({ status: "rejected", isClosed: true });
    for (const refused of [
      own.save({ form, version }),
      own.reopen(),
      own.submit(version),
      own.add("other", pdfFile()),
    ])
      expect(outcomeOf(await refused)).toBe("STATE_CONFLICT");
    expect(await close()).toBe(`${merchant} is closed already`);
    await purgeAfter(database, "4 years 364 days");
    expect(await countDocuments(database, merchantId)).toBe(3n);
    await purgeAfter(database, "2 days");
    expect(await countDocuments(database, merchantId)).toBe(0n);
  });

  test("of a business that was rejected goes after a year, and the business may begin again", async ({
    database,
    ingress,
    databaseUrl,
  }) => {
    const business = await submittedBusiness(database, ingress);
    const { merchantId, own } = business;
    await decide(databaseUrl, business, "rejected", "Not yours.");
    await purgeAfter(database, "364 days");
    expect(await countDocuments(database, merchantId)).toBe(3n);
    await purgeAfter(database, "2 days");
    expect(await countDocuments(database, merchantId)).toBe(0n);
    expect((await own.show()).data).toMatchObject({ status: "rejected", version: 0, form: {} });
    expect(outcomeOf(await own.save({ form, version: 0 }))).toBe(200);
  });

  test("of a business whose approval was withdrawn goes after five years", async ({
    database,
    ingress,
    databaseUrl,
  }) => {
    const business = await submittedBusiness(database, ingress);
    const { merchant, merchantId } = business;
    await decide(databaseUrl, business, "approved");
    await purgeAfter(database, "9 years");
    await runCommand(databaseUrl, "kyb", "set", { merchant, status: "rejected", reason: "Sold." });
    await purgeAfter(database, "4 years 364 days");
    expect(await countDocuments(database, merchantId)).toBe(3n);
    await purgeAfter(database, "2 days");
    expect(await countDocuments(database, merchantId)).toBe(0n);
  });
});

/** Purges as if so much time had passed. */
async function purgeAfter(database: Database, time: string): Promise<void> {
  await change(database, sql.fragment`update verifications set purge_at = purge_at - ${time}::interval`);
  await purgeExpiredRows(database, { kind: "verifications" });
}

describe("the CLI", () => {
  test("decides as the dashboard does, and both write the same row of the audit log", async ({
    database,
    ingress,
    databaseUrl,
  }) => {
    const reviewer = await createReviewer(database);
    const review = reviewOf(ingress, reviewer.session);
    const reason = "The certificate is not legible.";
    for (const [verb, outcome] of [
      ["approve", "approved"],
      ["reject", "rejected"],
    ] as const) {
      const one = await submittedBusiness(database, ingress);
      expect((await review.decide(one.merchant, { outcome, reason })).status).toBe(200);
      const two = await submittedBusiness(database, ingress);
      for (const other of [{ version: 7 }, { documents: two.documents.slice(1) }])
        expect(await decide(databaseUrl, { ...two, ...other }, outcome, reason)).toContain(
          "or its documents changed",
        );
      expect(await decide(databaseUrl, two, outcome, reason)).toEqual([{ decided: true }]);
      const rowOf = async (target: string) => {
        const [row] = await listAuditLog(database, { limit: 1, target });
        return { action: row!.action, before: row!.before, after: row!.after, reason: row!.reason };
      };
      expect(await rowOf(one.merchant)).toEqual({
        action: `verification ${verb}`,
        before: { status: "submitted" },
        after: { status: outcome },
        reason,
      });
      expect(await rowOf(two.merchant)).toEqual(await rowOf(one.merchant));
      expect(await decide(databaseUrl, two, outcome, reason)).toContain("is not waiting");
    }
  });

  test("lists pending businesses and shows all of each", async ({ database, ingress, databaseUrl }) => {
    const { merchant } = await submittedBusiness(database, ingress);
    const list = (values?: Record<string, string>) => runOpsScript(databaseUrl, "verifications", values);
    expect(await list()).toMatchObject([{ merchant, status: "submitted", documents: 3 }]);
    expect(await list({ status: "approved" })).toEqual([]);
    const shown = await runCommand(databaseUrl, "verification", "show", { merchant });
    expect(shown).toMatchObject({ status: "submitted", form, missing: {} });
  });

  test("makes a person a reviewer, who signs in again, and takes it away at once", async ({
    database,
    ingress,
    databaseUrl,
  }) => {
    const person = await createPerson(database);
    const email = person.email.toUpperCase();
    const set = (values: object) =>
      runOpsScript(databaseUrl, "set-reviewer", { email, reviewer: "yes", reason: "new here", ...values });
    expect(await set({})).toEqual([{ person: person.reference }]);
    expect(outcomeOf(await reviewOf(ingress, person.session).list())).toBe("AUTH_REQUIRED");
    expect(await set({ reviewer: "no" })).toEqual([{ person: person.reference }]);
    expect(await set({ email: "nobody@example.com" })).toContain("nobody has signed up");
    await change(database, sql.fragment`update people set email_verified_at = null`);
    expect(await set({})).toContain("nobody has signed up");
  });
});
