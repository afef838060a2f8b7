import { describe, expect } from "vitest";
import { z } from "zod";
import { merchantCommands } from "../../scripts/admin/merchant.ts";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { outcomeOf, type ApiResponse } from "../helpers/call.ts";
import { createMember } from "../helpers/create-member.ts";
import { createPerson } from "../helpers/create-person.ts";
import type { TestIngress } from "../helpers/platform/start-test-ingress.ts";
import { test } from "../helpers/test.ts";
import { runnableAs } from "../scripts/operator-targets.ts";
import { lastToken } from "../people/read-mails.ts";
import { merchantOf } from "../helpers/merchant-of.ts";

async function createOwner(database: Database) {
  const { tenant } = await createMember(database);
  const owner = await createPerson(database, [[tenant.merchantId, "owner"]]);
  return { ...owner, merchantId: tenant.merchantId };
}

const post = (ingress: TestIngress, path: string, session: string | undefined, body?: object) =>
  ingress.call("POST", `/dashboard/api/${path}`, { session, ...(body !== undefined && { body }) });
const invite = (ingress: TestIngress, session: string, email: string, role = "developer") =>
  post(ingress, "invitations", session, { email, role });

const tokenFor = (database: Database, recipient: string) => lastToken(database, recipient, "invitation");

const tokenOf = ({ headers }: ApiResponse) =>
  /__Host-session=([^;]+)/.exec(headers.get("set-cookie") ?? "")?.[1];
let addresses = 0;
const freshAddress = () => `invited-${(addresses += 1)}-${Date.now()}@example.com`;
const password = "correct horse battery staple";

describe("an invitation", () => {
  test("makes the person whose address it is a member, once, and shows the merchant", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const owner = await createOwner(database);
    const invited = await createPerson(database);
    // People write addresses in capitals.
    const created = await invite(ingress, owner.session, invited.email.toUpperCase());
    expect(created.status).toBe(201);
    const token = await tokenFor(database, invited.email);
    expect((await post(ingress, "invitations/find", undefined, { token })).data).toEqual({
      business: "Kaduna Books",
      email: invited.email,
      role: "developer",
      hasAccount: true,
    });
    const accepted = await post(ingress, "invitations/accept", invited.session, { token });
    const session = tokenOf(accepted)!;
    const { data } = await ingress.call("GET", "/dashboard/api/session", { session });
    expect(data.merchant).toMatchObject({ reference: accepted.data.merchant, role: "developer" });
    expect(outcomeOf(await post(ingress, "invitations/accept", session, { token }))).toBe("NOT_FOUND");
    expect(outcomeOf(await post(ingress, "invitations/find", undefined, { token }))).toBe("NOT_FOUND");
    const log = await database.any(sql.type(z.object({ action: z.string(), after: z.unknown() }))`
      select action, after from audit_log where merchant_id = ${owner.merchantId} and person_id is not null
      order by id`);
    expect(log).toEqual([
      { action: "invitation create", after: { email: "****@example.com", role: "developer" } },
      { action: "invitation accept", after: { role: "developer" } },
    ]);
    const dump = await database.anyFirst(sql.type(z.object({ row: z.string() }))`
      select invitations::text as row from invitations union all select mails::text from mails`);
    expect(dump.join()).not.toContain(token);
  });

  test("is accepted once, also when it is sent ten times at once", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const owner = await createOwner(database);
    const invited = await createPerson(database);
    await invite(ingress, owner.session, invited.email);
    const token = await tokenFor(database, invited.email);
    const { startSession } = await import("../../sql/sessions/sessions.ts");
    const device = { address: "127.0.0.1", userAgent: undefined };
    const sessions = await Promise.all(
      Array.from({ length: 10 }, () => startSession(database, invited.id, device)),
    );
    const responses = await Promise.all(
      sessions.map((session) => post(ingress, "invitations/accept", session, { token })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("is not accepted by a person of a hundred merchants, and stays good", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const owner = await createOwner(database);
    const invited = await createPerson(database);
    await invite(ingress, owner.session, invited.email);
    const token = await tokenFor(database, invited.email);
    await database.query(sql.type(z.object({}))`
      insert into memberships (person_id, merchant_id, role)
      select ${invited.id}, m.id, 'viewer'
      from generate_series(1, 100) n, create_merchant('Kaduna Books', n || '@example.com', null) m`);
    const accept = () => post(ingress, "invitations/accept", invited.session, { token });
    expect(outcomeOf(await accept())).toBe("STATE_CONFLICT");
    const add = { businessName: "One more" };
    expect(outcomeOf(await post(ingress, "merchants", invited.session, add))).toBe("STATE_CONFLICT");
    await database.query(sql.type(z.object({}))`
      delete from memberships where ctid = (select min(ctid) from memberships where person_id = ${invited.id})`);
    expect(outcomeOf(await accept())).toBe(200);
  });

  test("that was forwarded is refused, and stays good for its own address", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const owner = await createOwner(database);
    const [invited, stranger] = [await createPerson(database), await createPerson(database)];
    await invite(ingress, owner.session, invited.email, "owner");
    const token = await tokenFor(database, invited.email);
    const refused = await post(ingress, "invitations/accept", stranger.session, { token });
    expect(outcomeOf(refused)).toBe("STATE_CONFLICT");
    expect((await post(ingress, "invitations/accept", invited.session, { token })).status).toBe(200);
  });

  test("ends when it is revoked, replaced, or a week old", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const owner = await createOwner(database);
    const invited = await createPerson(database);
    const first = await invite(ingress, owner.session, invited.email);
    const replaced = await tokenFor(database, invited.email);
    const second = await invite(ingress, owner.session, invited.email, "viewer");
    const revoked = await tokenFor(database, invited.email);
    const accept = (token: string) => post(ingress, "invitations/accept", invited.session, { token });
    expect(outcomeOf(await accept(replaced))).toBe("NOT_FOUND");
    const open = async () =>
      (await ingress.call("GET", "/dashboard/api/invitations", { session: owner.session })).data;
    expect(await open()).toMatchObject([{ reference: second.data.reference, role: "viewer" }]);
    const revoke = (reference: string, session: string) =>
      post(ingress, `invitations/${reference}/revoke`, session);
    const other = await createOwner(database);
    expect(outcomeOf(await revoke(second.data.reference, other.session))).toBe("NOT_FOUND");
    expect(outcomeOf(await revoke(first.data.reference, owner.session))).toBe("NOT_FOUND");
    expect((await revoke(second.data.reference, owner.session)).status).toBe(200);
    expect(outcomeOf(await accept(revoked))).toBe("NOT_FOUND");
    expect(await open()).toEqual([]);
    await invite(ingress, owner.session, invited.email);
    await database.query(sql.type(z.object({}))`
      update invitations set expires_at = now() where merchant_id = ${owner.merchantId}`);
    expect(outcomeOf(await accept(await tokenFor(database, invited.email)))).toBe("NOT_FOUND");
  });

  test("goes to nobody who is a member, and 20 go out a day, also at once", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const owner = await createOwner(database);
    expect(outcomeOf(await invite(ingress, owner.session, owner.email))).toBe("STATE_CONFLICT");
    const responses = await Promise.all(
      Array.from({ length: 25 }, () => invite(ingress, owner.session, freshAddress())),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(20);
    const mails = await database.oneFirst(sql.type(z.object({ count: z.bigint() }))`
      select count(*) from mails where facts ->> 'inviter' = ${owner.email}`);
    expect(mails).toBe(20n);
    await database.query(sql.type(z.object({}))`
      update invitations set created_at = now() - interval '25 hours' where merchant_id = ${owner.merchantId}`);
    expect((await invite(ingress, owner.session, freshAddress())).status).toBe(201);
  });

  test("goes to an address three times an hour, from whichever merchants", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const owner = await createOwner(database);
    const email = freshAddress();
    for (let n = 0; n < 3; n += 1)
      expect((await invite(ingress, (await createOwner(database)).session, email)).status).toBe(201);
    expect(outcomeOf(await invite(ingress, owner.session, email))).toBe("STATE_CONFLICT");
    expect((await invite(ingress, owner.session, freshAddress())).status).toBe(201);
    await database.query(sql.type(z.object({}))`
      update mails set created_at = now() - interval '61 minutes' where recipient = ${email}`);
    expect((await invite(ingress, owner.session, email)).status).toBe(201);
  });

  test("says nothing that its sender typed to a stranger", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const owner = await createOwner(database);
    const email = freshAddress();
    await invite(ingress, owner.session, email);
    const facts = await database.oneFirst(sql.type(z.object({ facts: z.unknown() }))`
      select facts from mails where recipient = ${email}`);
    expect(facts).toEqual({ inviter: owner.email, role: "developer", merchant: expect.any(String) });
  });
});

describe("who has no account", () => {
  const signUp = (ingress: TestIngress, token: string, name = "Ngozi Eze") =>
    post(ingress, "invitations/sign-up", undefined, { token, name, password });

  test("signs up with the invitation, which proves the address, and is signed in", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const owner = await createOwner(database);
    const email = freshAddress();
    await invite(ingress, owner.session, email, "finance");
    const token = await tokenFor(database, email);
    expect((await post(ingress, "invitations/find", undefined, { token })).data.hasAccount).toBe(false);
    const session = tokenOf(await signUp(ingress, token))!;
    const { data } = await ingress.call("GET", "/dashboard/api/session", { session });
    expect(data).toMatchObject({ person: { email, name: "Ngozi Eze" }, merchant: { role: "finance" } });
    expect(outcomeOf(await signUp(ingress, token))).toBe("NOT_FOUND");
  });

  test("can sign in afterwards with an accented address, in whichever form the inviter typed it", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const owner = await createOwner(database);
    const email = freshAddress().replace("invited", "invit\u00e9");
    await invite(ingress, owner.session, email.normalize("NFD"));
    const token = await tokenFor(database, email);
    expect((await signUp(ingress, token)).status).toBe(201);
    expect((await post(ingress, "sign-in", undefined, { email, password })).status).toBe(200);
  });

  test("and who has one is not replaced: their password stays", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const owner = await createOwner(database);
    const invited = await createPerson(database);
    await invite(ingress, owner.session, invited.email);
    const token = await tokenFor(database, invited.email);
    expect(outcomeOf(await signUp(ingress, token))).toBe("STATE_CONFLICT");
    expect((await post(ingress, "invitations/accept", invited.session, { token })).status).toBe(200);
  });

  test("takes over an address that somebody else signed up with and never proved", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const owner = await createOwner(database);
    const email = freshAddress();
    await database.query(
      sql.type(z.object({}))`
        insert into people (reference, email, name, password_hash)
        values (new_reference('per'), ${email}, 'Mallory', 'their hash')`,
    );
    await invite(ingress, owner.session, email);
    const token = await tokenFor(database, email);
    expect((await signUp(ingress, token)).status).toBe(201);
    const found = await database.one(sql.type(z.object({ name: z.string(), password_hash: z.string() }))`
      select name, password_hash from people where email = ${email}`);
    expect(found.name).toBe("Ngozi Eze");
    expect(found.password_hash).not.toBe("their hash");
  });
});

describe("the first owner of a merchant that has none", () => {
  const inviteOwner = async (database: Database, merchant: string, email: string) => {
    const { acting, run } = merchantCommands["invite-owner"].prepare({
      merchant,
      email,
      operator: "Bola Ade",
    });
    return run(runnableAs(database, acting));
  };
  const referenceOf = (database: Database, { merchantId }: { merchantId: bigint }) =>
    merchantOf(database, { merchantId });

  test("is invited by an operator, joins with the mail's link, and invites others from then on", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant } = await createMember(database);
    const merchant = await referenceOf(database, tenant);
    const [mistyped, email] = [freshAddress(), freshAddress()];
    await inviteOwner(database, merchant, mistyped);
    const strangers = await tokenFor(database, mistyped);
    const invited = await inviteOwner(database, merchant, email.toUpperCase());
    expect(invited).toEqual({ merchant, invitation: expect.stringMatching(/^inv_/) });
    expect(outcomeOf(await post(ingress, "invitations/find", undefined, { token: strangers }))).toBe(
      "NOT_FOUND",
    );
    const facts = await database.oneFirst(sql.type(z.object({ facts: z.unknown() }))`
      select facts from mails where recipient = ${email}`);
    expect(facts).toEqual({ inviter: "The platform", role: "owner", merchant: expect.any(String) });
    const joined = await post(ingress, "invitations/sign-up", undefined, {
      token: await tokenFor(database, email),
      name: "Ngozi Eze",
      password,
    });
    const session = tokenOf(joined)!;
    const { data } = await ingress.call("GET", "/dashboard/api/session", { session });
    expect(data.merchant).toMatchObject({ reference: merchant, role: "owner" });
    await expect(inviteOwner(database, merchant, freshAddress())).rejects.toThrow("has an owner");
    expect((await invite(ingress, session, freshAddress())).status).toBe(201);
  });

  test("is one, also when eight are invited at once", async ({ fileDatabase: database }) => {
    const { tenant } = await createMember(database);
    const merchant = await referenceOf(database, tenant);
    await Promise.all(Array.from({ length: 8 }, () => inviteOwner(database, merchant, freshAddress())));
    const open = await database.oneFirst(sql.type(z.object({ n: z.int() }))`
      select count(*)::integer as n from invitations where merchant_id = ${tenant.merchantId} and ended_at is null`);
    expect(open).toBe(1);
  });
});
