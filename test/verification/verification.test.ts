import { describe, expect } from "vitest";
import { z } from "zod";
import { listAuditLog } from "../helpers/list-audit-log.ts";
import { setKybStatus } from "../../sql/merchants/merchants.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { outcomeOf } from "../helpers/call.ts";
import { createPerson } from "../helpers/create-person.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { test } from "../helpers/test.ts";
import {
  businessOf,
  completeBusiness,
  createBusiness,
  createReviewer,
  form,
  pdfFile,
  reviewOf,
  submittedBusiness,
} from "./business.ts";

describe("a draft", () => {
  test("is saved in part and says what is missing", async ({ fileDatabase, fileIngress }) => {
    const { own } = await createBusiness(fileDatabase, fileIngress);
    const { data: empty } = await own.show();
    expect(empty).toMatchObject({ status: "draft", version: 0, form: {}, documents: [], reason: null });
    expect(Object.keys(empty.missing)).toEqual(
      expect.arrayContaining(["registeredName", "tin", "directors", "documents.identity_document"]),
    );
    const { data: saved } = await own.save({ form: { registeredName: "Zuma Rock Books" }, version: 0 });
    expect(saved).toMatchObject({ version: 1, form: { registeredName: "Zuma Rock Books" } });
    expect(saved.missing).not.toHaveProperty("registeredName");
    const refused = await own.submit(1);
    expect(outcomeOf(refused)).toBe("VALIDATION_ERROR");
    expect(refused.error.details).toEqual(saved.missing);
  });

  test("is saved as it is, and submitted once everything that is wrong in it is right", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { own } = await completeBusiness(fileDatabase, fileIngress);
    const unfinished = {
      ...form,
      registrationNumber: "12345",
      tin: "1",
      phone: "0803",
      website: "zuma",
      description: "Books",
      directors: [{ name: "Ngozi Zubairu" }, { role: "director" }, { email: "ada" }],
    };
    const { status, data } = await own.save({ form: unfinished, version: 1 });
    expect([status, data.form]).toEqual([200, unfinished]);
    expect(data.missing).toEqual({
      registrationNumber: expect.stringContaining("must be the CAC number"),
      tin: expect.stringContaining("must be a TIN"),
      phone: expect.stringContaining("must be a Nigerian mobile number"),
      website: expect.stringContaining("must be a web address"),
      description: expect.stringContaining("must be text of 10"),
      "directors.0.role": "is required",
      "directors.0.email": "is required",
      "directors.1.name": "is required",
      "directors.1.email": "is required",
      "directors.2.name": "is required",
      "directors.2.role": "is required",
      "directors.2.email": "must be an email address",
    });
    const refused = await own.submit(data.version);
    expect([outcomeOf(refused), refused.error.details]).toEqual(["VALIDATION_ERROR", data.missing]);
    const { data: right } = await own.save({ form, version: data.version });
    expect((await own.submit(right.version)).data.status).toBe("submitted");
  });

  test("keeps no text that could not be shown, and names its field", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { own } = await createBusiness(fileDatabase, fileIngress);
    const wrong = {
      businessType: "bank",
      registeredName: "a\u202eb",
      website: `https://${"a".repeat(300)}.example`,
      directors: [{ name: "Ada", role: "king", email: "a\nb" }],
    };
    const { error } = await own.save({ form: wrong, version: 0 });
    expect(Object.keys(error.details!)).toEqual([
      "form.businessType",
      "form.registeredName",
      "form.website",
      "form.directors.0.role",
      "form.directors.0.email",
    ]);
  });

  test("needs a number of the kind that its type of business has", async ({ fileDatabase, fileIngress }) => {
    const { own, version } = await completeBusiness(fileDatabase, fileIngress);
    const { data } = await own.save({ form: { ...form, businessType: "sole_proprietor" }, version });
    expect(data.missing).toEqual({ registrationNumber: expect.stringContaining("BN") });
  });

  test("that two people save at once is saved once", async ({ fileDatabase, fileIngress }) => {
    const { own } = await createBusiness(fileDatabase, fileIngress);
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, n) => own.save({ form: { city: `Abuja ${n}` }, version: 0 })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
    const winner = responses.find(({ status }) => status === 200)!;
    expect((await own.show()).data.form).toEqual(winner.data.form);
  });
});

describe("a submission", () => {
  test("is taken once, of what was checked, and closes the form and the documents", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { own, version, documents } = await completeBusiness(fileDatabase, fileIngress);
    const responses = await Promise.all(Array.from({ length: 8 }, () => own.submit(version)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
    expect((await own.show()).data).toMatchObject({ status: "submitted", missing: {} });
    for (const late of [
      own.save({ form, version }),
      own.add("other", pdfFile()),
      own.remove(documents[0]!),
      own.submit(version),
    ])
      expect(outcomeOf(await late)).toBe("STATE_CONFLICT");
  });

  test("and an edit at the same time: the reviewer sees what was submitted", async ({
    fileDatabase,
    fileIngress,
  }) => {
    for (let round = 0; round < 4; round += 1) {
      const { own, version } = await completeBusiness(fileDatabase, fileIngress);
      const [submitted, edited] = await Promise.all([
        own.submit(version),
        own.save({ form: { ...form, city: "Kano" }, version }),
      ]);
      const statuses = [submitted.status, edited.status].toSorted();
      expect(statuses).toEqual([200, 409]);
      const { data } = await own.show();
      expect([data.status, data.form.city]).toEqual(
        submitted.status === 200 ? ["submitted", "Abuja"] : ["draft", "Kano"],
      );
    }
  });

  test("and the removal of a document at the same time leave nothing incomplete", async ({
    fileDatabase,
    fileIngress,
  }) => {
    for (let round = 0; round < 4; round += 1) {
      const { own, version, documents } = await completeBusiness(fileDatabase, fileIngress);
      await Promise.all([own.submit(version), own.remove(documents[1]!)]);
      const { data } = await own.show();
      expect([data.status, data.documents.length]).toEqual(
        data.status === "submitted" ? ["submitted", 3] : ["draft", 2],
      );
    }
  });

  test("needs a fresh proof of who submits", async ({ fileDatabase, fileIngress }) => {
    const { own, owner, version } = await completeBusiness(fileDatabase, fileIngress);
    await fileDatabase.query(sql.type(z.object({}))`
      update sessions set proved_at = now() - interval '11 minutes' where person_id = ${owner.id}`);
    expect(outcomeOf(await own.submit(version))).toBe("STEP_UP_REQUIRED");
    expect((await own.show()).data.status).toBe("draft");
  });

  test("can be withdrawn, and a rejected one be corrected and sent again", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { own, merchant, version } = await submittedBusiness(fileDatabase, fileIngress);
    expect((await own.reopen()).data.status).toBe("draft");
    expect(outcomeOf(await own.reopen())).toBe("STATE_CONFLICT");
    expect((await own.submit(version)).status).toBe(200);
    const review = reviewOf(fileIngress, (await createReviewer(fileDatabase)).session);
    const reason = "The proof of address is older than three months.";
    expect((await review.decide(merchant, { outcome: "rejected", reason })).status).toBe(200);
    expect((await own.show()).data).toMatchObject({ status: "rejected", reason });
    const { data: corrected } = await own.save({ form: { ...form, city: "Kano" }, version });
    // The reason stays in sight while it is worked on.
    expect(corrected).toMatchObject({ status: "draft", reason });
    expect((await own.submit(corrected.version)).data).toMatchObject({ status: "submitted", reason: null });
  });
});

test("roles: all members read, owners alone change and load documents", async ({
  fileDatabase,
  fileIngress,
}) => {
  const { merchantId, documents, version } = await completeBusiness(fileDatabase, fileIngress);
  for (const role of ["viewer", "developer", "finance"] as const) {
    const { session } = await createPerson(fileDatabase, [[merchantId, role]]);
    const member = businessOf(fileIngress, session);
    expect((await member.show()).data.form).toEqual(form);
    for (const refused of [
      member.save({ form, version }),
      member.submit(version),
      member.reopen(),
      member.add("other", pdfFile()),
      member.remove(documents[0]!),
    ])
      expect(outcomeOf(await refused)).toBe("ROLE_INSUFFICIENT");
    expect((await member.load(documents[0]!)).status).toBe(403);
  }
});

test("nobody but reviewers finds another merchant's documents", async ({ fileDatabase, fileIngress }) => {
  const { documents, merchant } = await submittedBusiness(fileDatabase, fileIngress);
  const { own: other, owner } = await createBusiness(fileDatabase, fileIngress);
  expect((await other.load(documents[0]!)).status).toBe(404);
  expect(outcomeOf(await other.remove(documents[0]!))).toBe("NOT_FOUND");
  const review = reviewOf(fileIngress, owner.session);
  expect(outcomeOf(await review.list())).toBe("ROLE_INSUFFICIENT");
  expect(outcomeOf(await review.show(merchant))).toBe("ROLE_INSUFFICIENT");
  expect((await review.load(merchant, documents[0]!)).status).toBe(403);
  expect(outcomeOf(await review.decide(merchant, { outcome: "approved" }))).toBe("ROLE_INSUFFICIENT");
});

describe("a reviewer", () => {
  test("sees pending businesses, the longest pending first, page by page, and nobody's draft", async ({
    database,
    ingress,
  }) => {
    const waiting = [];
    for (let n = 0; n < 3; n += 1) waiting.push(await submittedBusiness(database, ingress));
    const draft = await completeBusiness(database, ingress);
    const review = reviewOf(ingress, (await createReviewer(database)).session);
    const first = await review.list("?limit=2");
    expect(first.data.map(({ merchant }: { merchant: string }) => merchant)).toEqual(
      waiting.slice(0, 2).map(({ merchant }) => merchant),
    );
    const second = await review.list(`?limit=2&cursor=${first.meta!.nextCursor}`);
    expect(second.data).toMatchObject([{ merchant: waiting[2]!.merchant, documents: 3, isOwn: false }]);
    expect(second.meta).toEqual({ hasMore: false });
    expect(outcomeOf(await review.list("?status=draft"))).toBe("VALIDATION_ERROR");
    expect(outcomeOf(await review.show(draft.merchant))).toBe("NOT_FOUND");
    expect((await review.load(draft.merchant, draft.documents[0]!)).status).toBe(404);
    // A cursor is one list's and one person's.
    expect(outcomeOf(await review.list(`?status=approved&cursor=${first.meta!.nextCursor}`))).toBe(
      "VALIDATION_ERROR",
    );
  });

  test("sees form, documents and history, and what is read is logged", async ({ database, ingress }) => {
    const { merchant, documents, owner } = await submittedBusiness(database, ingress);
    const reviewer = await createReviewer(database);
    const review = reviewOf(ingress, reviewer.session);
    const { data } = await review.show(merchant);
    expect(data).toMatchObject({
      status: "submitted",
      form,
      merchant: { reference: merchant },
      history: [{ action: "verification submit", actor: owner.email, from: "draft", to: "submitted" }],
    });
    const file = await review.load(merchant, documents[0]!);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(pdfFile());
    const [logged] = await listAuditLog(database, { limit: 1 });
    expect(logged).toMatchObject({
      action: "verification document read",
      actor: reviewer.email,
      target: documents[0],
    });
  });

  test("approves, and live keys may be created", async ({ database, databaseUrl }) => {
    await using ingress = await startTestIngress(databaseUrl, { hasLiveGateway: true });
    const { merchant, owner } = await submittedBusiness(database, ingress);
    const review = reviewOf(ingress, (await createReviewer(database)).session);
    const createKey = () =>
      ingress.call("POST", "/dashboard/api/live/keys", {
        session: owner.session,
        body: { scopes: ["balances:read"] },
      });
    expect(outcomeOf(await createKey())).toBe("KYB_LIVE_REQUIRED");
    expect((await review.decide(merchant, { outcome: "approved" })).data.status).toBe("approved");
    const mails = await database.any(sql.type(z.object({ recipient: z.string(), template: z.string() }))`
      select recipient, template from mails where template like 'verification%'`);
    expect(mails).toEqual([{ recipient: owner.email, template: "verification_approved" }]);
    const link = { title: "Book", amountType: "open", linkType: "reusable" };
    const live = await ingress.call("POST", "/dashboard/api/live/payment-links", {
      session: owner.session,
      body: link,
    });
    expect(live.status).toBe(201);
    expect((await createKey()).status).toBe(201);
  });

  test("decides once, whatever two do at the same time", async ({ fileDatabase, fileIngress }) => {
    const { merchant, own } = await submittedBusiness(fileDatabase, fileIngress);
    const [one, two] = [await createReviewer(fileDatabase), await createReviewer(fileDatabase)];
    const responses = await Promise.all([
      reviewOf(fileIngress, one.session).decide(merchant, { outcome: "approved" }),
      reviewOf(fileIngress, two.session).decide(merchant, { outcome: "rejected", reason: "No." }),
      own.reopen(),
    ]);
    // What was rejected may be reopened at once; nothing else has room for two.
    const onlyOne = ["200 409 409", "409 200 409", "409 409 200"];
    expect([...onlyOne, "409 200 200"]).toContain(responses.map(({ status }) => status).join(" "));
  });

  test("decides about what they saw, whatever the merchant submits meanwhile", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { merchant, own, version, documents } = await submittedBusiness(fileDatabase, fileIngress);
    const review = reviewOf(fileIngress, (await createReviewer(fileDatabase)).session);
    const seen = { version, documents };
    // The merchant withdraws what the reviewer looks at, and submits something that nobody has seen.
    await own.reopen();
    const swapped = await own.save({ form: { ...form, registeredName: "Another Limited" }, version });
    await own.submit(swapped.data.version);
    const refused = await review.decide(merchant, { outcome: "approved", ...seen });
    expect([outcomeOf(refused), refused.error.details]).toEqual([
      "STATE_CONFLICT",
      { version: String(swapped.data.version) },
    ]);
    // Or another document under the same form.
    await own.reopen();
    await own.remove(documents[0]!);
    await own.add("registration_certificate", pdfFile(500, "Another"));
    await own.submit(swapped.data.version);
    const now = { version: swapped.data.version, documents };
    for (const outcome of [{ outcome: "approved" }, { outcome: "rejected", reason: "No." }])
      expect(outcomeOf(await review.decide(merchant, { ...outcome, ...now }))).toBe("STATE_CONFLICT");
    for (const nothing of [{ version: undefined }, { documents: undefined }, { documents: ["x"] }])
      expect(outcomeOf(await review.decide(merchant, { outcome: "approved", ...nothing }))).toBe(
        "VALIDATION_ERROR",
      );
    expect((await own.show()).data.status).toBe("submitted");
    expect((await review.decide(merchant, { outcome: "approved" })).data.status).toBe("approved");
  });

  test("approves nothing else than what they saw, if the merchant submits at the same moment", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const review = reviewOf(fileIngress, (await createReviewer(fileDatabase)).session);
    for (let round = 0; round < 5; round += 1) {
      const { merchant, own, version, documents } = await submittedBusiness(fileDatabase, fileIngress);
      const swap = async () => {
        await own.reopen();
        const saved = await own.save({ form: { ...form, city: "Kano" }, version });
        if (saved.status === 200) await own.submit(saved.data.version);
      };
      const decide = () => review.decide(merchant, { outcome: "approved", version, documents });
      await Promise.all([swap(), decide(), decide(), decide()]);
      const { data } = await own.show();
      expect([data.status, data.form.city]).toEqual(
        data.status === "approved" ? ["approved", "Abuja"] : ["submitted", "Kano"],
      );
    }
  });

  test("gives a reason for a rejection, and proves who decides", async ({ fileDatabase, fileIngress }) => {
    const { merchant } = await submittedBusiness(fileDatabase, fileIngress);
    const reviewer = await createReviewer(fileDatabase);
    const review = reviewOf(fileIngress, reviewer.session);
    for (const reason of [undefined, "", "  ", "x".repeat(1_001)])
      expect((await review.decide(merchant, { outcome: "rejected", reason })).error.details).toHaveProperty(
        "reason",
      );
    expect(outcomeOf(await review.decide(merchant, { outcome: "draft" }))).toBe("VALIDATION_ERROR");
    await fileDatabase.query(sql.type(z.object({}))`
      update sessions set proved_at = now() - interval '11 minutes' where person_id = ${reviewer.id}`);
    expect(outcomeOf(await review.decide(merchant, { outcome: "approved" }))).toBe("STEP_UP_REQUIRED");
  });

  test("cannot look at or decide about a merchant of their own, also after leaving it", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { merchant, merchantId, owner, documents } = await submittedBusiness(fileDatabase, fileIngress);
    const member = await createReviewer(fileDatabase);
    await fileDatabase.query(sql.type(z.object({}))`
      insert into memberships (person_id, merchant_id, role) values (${member.id}, ${merchantId}, 'viewer')`);
    await fileDatabase.query(sql.type(z.object({}))`
      update people set is_reviewer = true where id = ${owner.id}`);
    const refuse = async (session: string) => {
      const review = reviewOf(fileIngress, session);
      expect(outcomeOf(await review.show(merchant))).toBe("ROLE_INSUFFICIENT");
      expect((await review.load(merchant, documents[0]!)).status).toBe(403);
      expect(outcomeOf(await review.decide(merchant, { outcome: "approved" }))).toBe("ROLE_INSUFFICIENT");
      const { data } = await review.list("?limit=100");
      expect(data.find((row: { merchant: string }) => row.merchant === merchant).isOwn).toBe(true);
    };
    await refuse(member.session);
    await refuse(owner.session);
    await fileDatabase.query(sql.type(z.object({}))`
      delete from memberships where merchant_id = ${merchantId}`);
    await refuse(owner.session);
  });

  test("is told how many wait for them, without their own, and others are told nothing", async ({
    database,
    ingress,
  }) => {
    const [reviewer, viewer] = [await createReviewer(database), await createPerson(database)];
    const count = ({ session }: { session: string }) =>
      ingress.call("GET", "/dashboard/api/platform/summary", { session });
    expect((await count(reviewer)).data).toEqual({ waiting: 0 });
    const [first, own] = [
      await submittedBusiness(database, ingress),
      await submittedBusiness(database, ingress),
    ];
    await completeBusiness(database, ingress);
    expect((await count(reviewer)).data).toEqual({ waiting: 2 });
    await database.query(sql.type(z.object({}))`
      insert into memberships (person_id, merchant_id, role)
      values (${reviewer.id}, ${own.merchantId}, 'viewer')`);
    expect((await count(reviewer)).data).toEqual({ waiting: 1 });
    const decided = await reviewOf(ingress, reviewer.session).decide(first.merchant, { outcome: "approved" });
    expect(decided.status, decided.text).toBe(200);
    expect((await count(reviewer)).data).toEqual({ waiting: 0 });
    expect(outcomeOf(await count(viewer))).toBe("ROLE_INSUFFICIENT");
    // However many wait, it counts no further than a thousand.
    await database.query(sql.type(z.object({}))`
      with many as (
        insert into merchants (reference, name, email, kyb_status)
        select new_reference('mer'), 'Many', 'many@example.com', 'submitted' from generate_series(1, 1010)
        returning id
      )
      insert into verifications (merchant_id, purge_at) select id, null from many`);
    expect((await count(reviewer)).data).toEqual({ waiting: 1_000 });
  });

  test("is none any more at once", async ({ fileDatabase, fileIngress }) => {
    const { merchant } = await submittedBusiness(fileDatabase, fileIngress);
    const reviewer = await createReviewer(fileDatabase);
    await fileDatabase.query(sql.type(z.object({}))`
      update people set is_reviewer = false where id = ${reviewer.id}`);
    const review = reviewOf(fileIngress, reviewer.session);
    expect(outcomeOf(await review.decide(merchant, { outcome: "approved" }))).toBe("ROLE_INSUFFICIENT");
  });
});

test("what an operator sets is what the merchant sees", async ({ fileDatabase, fileIngress }) => {
  const { own, merchantId, version } = await submittedBusiness(fileDatabase, fileIngress);
  // Not about what waits for a decision: this does not say what was seen.
  await expect(setKybStatus(fileDatabase, { merchantId, status: "approved", acting: {} })).rejects.toThrow(
    "waits for a decision",
  );
  await setKybStatus(fileDatabase, { merchantId, status: "draft", acting: { actor: "Bola" } });
  await setKybStatus(fileDatabase, {
    merchantId,
    status: "rejected",
    acting: { actor: "Bola", reason: "Wrong certificate." },
  });
  expect((await own.show()).data).toMatchObject({ status: "rejected", reason: "Wrong certificate." });
  await setKybStatus(fileDatabase, { merchantId, status: "approved", acting: { actor: "Bola" } });
  expect((await own.show()).data).toMatchObject({ status: "approved", reason: null });
  expect(outcomeOf(await own.save({ form, version }))).toBe("STATE_CONFLICT");
});
