import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { mailText } from "../../sql/mails/mail-text.ts";
import type { MemberRole } from "../../sql/members/member-json.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { outcomeOf, type ApiResponse } from "../helpers/call.ts";
import { createMember } from "../helpers/create-member.ts";
import { createPerson } from "../helpers/create-person.ts";
import type { TestIngress } from "../helpers/platform/start-test-ingress.ts";
import { test } from "../helpers/test.ts";
import { lastToken } from "../people/read-mails.ts";

/** A merchant with a person in each of these roles. */
async function createTeam(database: Database, ...roles: MemberRole[]) {
  const { tenant } = await createMember(database);
  const people = [];
  for (const role of roles) people.push(await createPerson(database, [[tenant.merchantId, role]]));
  return { merchantId: tenant.merchantId, people };
}

const setRole = (ingress: TestIngress, session: string, person: string, role: string) =>
  ingress.call("PATCH", `/dashboard/api/members/${person}`, { session, body: { role } });
const remove = (ingress: TestIngress, session: string, person: string) =>
  ingress.call("POST", `/dashboard/api/members/${person}/remove`, { session, body: {} });
const testKeys = "/dashboard/api/test/keys";
const createKey = async (ingress: TestIngress, session: string) =>
  (await ingress.call("POST", testKeys, { session, body: { scopes: ["balances:read"] } })).data;
const me = (ingress: TestIngress, session: string) =>
  ingress.call("GET", "/dashboard/api/session", { session });

const rolesOf = (database: Database, merchantId: bigint) =>
  database.anyFirst(sql.type(z.object({ role: z.string() }))`
    select role from memberships where merchant_id = ${merchantId} order by person_id`);
const auditOf = (database: Database, merchantId: bigint) =>
  database.any(sql.type(z.object({ action: z.string(), target: z.string(), after: z.unknown() }))`
    select action, target, after from audit_log
    where merchant_id = ${merchantId} and person_id is not null order by id`);
const mailsTo = (database: Database, email: string) =>
  database.anyFirst(sql.type(z.object({ template: z.string() }))`
    select template from mails where recipient = ${email} order by id`);
const tokenOf = ({ headers }: ApiResponse) =>
  /__Host-session=([^;]+)/.exec(headers.get("set-cookie") ?? "")?.[1];

describe("an owner", () => {
  test("gives a member another role: that person's sessions here end, and owners get a mail", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { merchantId, people } = await createTeam(database, "owner", "viewer");
    const [owner, viewer] = people as [(typeof people)[0], (typeof people)[0]];
    expect((await setRole(ingress, owner.session, viewer.reference, "finance")).status).toBe(200);
    expect(await rolesOf(database, merchantId)).toEqual(["owner", "finance"]);
    expect(outcomeOf(await me(ingress, viewer.session))).toBe("AUTH_REQUIRED");
    expect((await me(ingress, owner.session)).status).toBe(200);
    expect(await auditOf(database, merchantId)).toEqual([
      { action: "member set-role", target: viewer.reference, after: { role: "finance" } },
    ]);
    expect(await mailsTo(database, owner.email)).toEqual(["role_changed"]);
    // The same role again changes nothing.
    await setRole(ingress, owner.session, viewer.reference, "finance");
    expect(await auditOf(database, merchantId)).toHaveLength(1);
  });

  test("who gives a member another role hears which working keys the member made", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { merchantId, people } = await createTeam(database, "owner", "developer");
    const [owner, developer] = people as [(typeof people)[0], (typeof people)[0]];
    const create = (session: string) => createKey(ingress, session);
    const [working, revoked] = [await create(developer.session), await create(developer.session)];
    await create(owner.session);
    await ingress.call("POST", `${testKeys}/${revoked.reference}/revoke`, { session: owner.session });
    expect((await setRole(ingress, owner.session, developer.reference, "viewer")).status).toBe(200);

    expect(outcomeOf(await ingress.call("GET", "/v1/balances", { key: working.secretKey }))).toBe(200);
    const name = `sk_test_…${working.lastFour}`;
    expect((await auditOf(database, merchantId)).at(-1)).toEqual({
      action: "member set-role",
      target: developer.reference,
      after: { role: "viewer", keysKept: [name] },
    });
    const facts = await database.oneFirst(sql.type(z.object({ facts: z.record(z.string(), z.string()) }))`
      select facts from mails where recipient = ${owner.email} and template = 'role_changed'`);
    const [said] = mailText("role_changed", facts, { publicUrl: "https://pay.example" }).paragraphs;
    expect(said).toContain(
      `${developer.email} is now viewer. API keys they created that still work: ${name}.`,
    );
  });

  test("who gives up being one gets a new token", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { people } = await createTeam(database, "owner", "owner");
    const [owner] = people as [(typeof people)[0]];
    const session = tokenOf(await setRole(ingress, owner.session, owner.reference, "viewer"))!;
    expect(outcomeOf(await me(ingress, owner.session))).toBe("AUTH_REQUIRED");
    expect((await me(ingress, session)).data.merchant.role).toBe("viewer");
    expect(outcomeOf(await setRole(ingress, session, owner.reference, "owner"))).toBe("ROLE_INSUFFICIENT");
  });

  test("removes a member, who sees the merchant no more with the next request", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { merchantId, people } = await createTeam(database, "owner", "developer");
    const [owner, developer] = people as [(typeof people)[0], (typeof people)[0]];
    const balances = () =>
      ingress.call("GET", "/dashboard/api/test/balances", { session: developer.session });
    expect((await balances()).status).toBe(200);
    expect((await remove(ingress, owner.session, developer.reference)).status).toBe(200);
    expect(outcomeOf(await balances())).toBe("ROLE_INSUFFICIENT");
    expect((await me(ingress, developer.session)).data).toMatchObject({ merchant: null, merchants: [] });
    expect(await auditOf(database, merchantId)).toMatchObject([{ action: "member remove" }]);
    expect(await mailsTo(database, owner.email)).toEqual(["member_removed"]);
  });

  test("revokes the keys that the member made or rotated, but for those that the owner keeps", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { merchantId, people } = await createTeam(database, "owner", "developer");
    const [owner, developer] = people as [(typeof people)[0], (typeof people)[0]];
    const create = (session: string) => createKey(ingress, session);
    const [made, kept, others] = [
      await create(developer.session),
      await create(developer.session),
      await create(owner.session),
    ];
    const rotate = `${testKeys}/${others.reference}/rotate`;
    const rotated = (await ingress.call("POST", rotate, { session: developer.session, body: {} })).data;
    const path = `/dashboard/api/members/${developer.reference}/remove`;
    // Of keys that others made the list says nothing.
    const keepKeys = [kept.reference, others.reference];
    expect(outcomeOf(await ingress.call("POST", path, { session: owner.session, body: { keepKeys } }))).toBe(
      200,
    );

    const outcomes = [];
    for (const { secretKey } of [made, rotated, kept, others])
      outcomes.push(outcomeOf(await ingress.call("GET", "/v1/balances", { key: secretKey })));
    expect(outcomes).toEqual(["AUTH_INVALID", "AUTH_INVALID", 200, 200]);
    const name = (key: { lastFour: string }) => `sk_test_…${key.lastFour}`;
    const removal = { keysRevoked: [name(made), name(rotated)], keysKept: [name(kept)] };
    expect((await auditOf(database, merchantId)).slice(-3)).toMatchObject([
      { action: "key revoke", target: made.reference },
      { action: "key revoke", target: rotated.reference },
      { action: "member remove", target: developer.reference, after: removal },
    ]);
    const facts = await database.oneFirst(sql.type(z.object({ facts: z.record(z.string(), z.string()) }))`
      select facts from mails where recipient = ${owner.email} and template = 'member_removed'`);
    const mail = mailText("member_removed", facts, { publicUrl: "https://pay.example" }).paragraphs.join(" ");
    for (const key of [made, rotated, kept]) expect(mail).toContain(name(key));
  });

  test("who is an owner no more does not come back by an invitation of their own", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { people } = await createTeam(database, "owner", "owner", "owner");
    const [owner, ...others] = people as [(typeof people)[0], ...typeof people];
    const ends = [
      (person: string) => remove(ingress, owner.session, person),
      (person: string) => setRole(ingress, owner.session, person, "viewer"),
    ];
    for (const [n, end] of ends.entries()) {
      const { session, reference } = others[n]!;
      const friend = await createPerson(database);
      const body = { email: friend.email, role: "owner" };
      expect(outcomeOf(await ingress.call("POST", "/dashboard/api/invitations", { session, body }))).toBe(
        201,
      );
      const token = await lastToken(database, friend.email, "invitation");
      expect((await end(reference)).status).toBe(200);
      const accept = { session: friend.session, body: { token } };
      expect(outcomeOf(await ingress.call("POST", "/dashboard/api/invitations/accept", accept))).toBe(
        "NOT_FOUND",
      );
    }
  });

  test("who gets another role is signed out, also where another business is shown", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { people } = await createTeam(database, "owner", "viewer");
    const [owner, viewer] = people as [(typeof people)[0], (typeof people)[0]];
    const { tenant } = await createMember(database);
    await database.query(sql.type(z.object({}))`
      insert into memberships (person_id, merchant_id, role) values (${viewer.id}, ${tenant.merchantId}, 'viewer')`);
    await database.query(sql.type(z.object({}))`
      update sessions set merchant_id = ${tenant.merchantId} where person_id = ${viewer.id}`);
    expect((await setRole(ingress, owner.session, viewer.reference, "owner")).status).toBe(200);
    expect(outcomeOf(await me(ingress, viewer.session))).toBe("AUTH_REQUIRED");
  });

  test("who leaves keeps the keys working that they made, and the owners hear which they are", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { people } = await createTeam(database, "owner", "developer");
    const [owner, { session }] = people as [(typeof people)[0], (typeof people)[0]];
    const data = await createKey(ingress, session);
    expect((await ingress.call("POST", "/dashboard/api/members/leave", { session })).status).toBe(200);
    expect((await ingress.call("GET", "/v1/balances", { key: data.secretKey })).status).toBe(200);
    const facts = await database.oneFirst(sql.type(z.object({ facts: z.record(z.string(), z.string()) }))`
      select facts from mails where recipient = ${owner.email} and template = 'member_removed'`);
    expect(facts.keysKept).toBe(`sk_test_…${data.lastFour}`);
  });

  test("touches nobody of another merchant", async ({ fileDatabase: database, fileIngress: ingress }) => {
    const { people } = await createTeam(database, "owner");
    const others = await createTeam(database, "owner", "viewer");
    for (const { reference } of others.people) {
      expect(outcomeOf(await setRole(ingress, people[0]!.session, reference, "viewer"))).toBe("NOT_FOUND");
      expect(outcomeOf(await remove(ingress, people[0]!.session, reference))).toBe("NOT_FOUND");
    }
    expect(await rolesOf(database, others.merchantId)).toEqual(["owner", "viewer"]);
    const { data } = await ingress.call("GET", "/dashboard/api/members", { session: people[0]!.session });
    expect(data.map(({ reference }: { reference: string }) => reference)).toEqual([people[0]!.reference]);
  });

  test("confirms first that it is still them", async ({ fileDatabase: database, fileIngress: ingress }) => {
    const { people } = await createTeam(database, "owner", "viewer");
    const [owner, viewer] = people as [(typeof people)[0], (typeof people)[0]];
    await database.query(sql.type(z.object({}))`
      update sessions set proved_at = now() - interval '11 minutes' where person_id = ${owner.id}`);
    const { session } = owner;
    const body = { email: "new@example.com", role: "viewer" };
    for (const response of [
      await setRole(ingress, session, viewer.reference, "owner"),
      await remove(ingress, session, viewer.reference),
      await ingress.call("POST", "/dashboard/api/invitations", { session, body }),
    ]) {
      expect(outcomeOf(response)).toBe("STEP_UP_REQUIRED");
    }
  });
});

describe("a merchant keeps one owner at least", () => {
  test("also when two take it from each other at once", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    for (let round = 0; round < 5; round += 1) {
      const { merchantId, people } = await createTeam(database, "owner", "owner");
      const [one, two] = people as [(typeof people)[0], (typeof people)[0]];
      const change = round % 2 === 0 ? remove : setRole;
      const outcomes = await Promise.all([
        change(ingress, one.session, two.reference, "viewer"),
        change(ingress, two.session, one.reference, "viewer"),
      ]);
      expect(outcomes.map(outcomeOf).filter((outcome) => outcome === 200)).toHaveLength(1);
      expect((await rolesOf(database, merchantId)).filter((role) => role === "owner")).toHaveLength(1);
    }
  });

  test("also when all leave at once", async ({ fileDatabase: database, fileIngress: ingress }) => {
    const { merchantId, people } = await createTeam(database, "owner", "owner", "owner", "viewer");
    const leave = (session: string) => ingress.call("POST", "/dashboard/api/members/leave", { session });
    const outcomes = await Promise.all(people.map(({ session }) => leave(session)));
    expect(outcomes.map(outcomeOf).toSorted()).toEqual([200, 200, 200, "STATE_CONFLICT"]);
    expect(await rolesOf(database, merchantId)).toEqual(["owner"]);
    expect((await auditOf(database, merchantId)).map(({ action }) => action)).toEqual(
      Array.from({ length: 3 }, () => "member leave"),
    );
  });
});

describe("a merchant of one's own", () => {
  test("is shown at once, belongs to who added it, and there are 10 at most", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { id, session } = await createPerson(database);
    const create = (token: string) =>
      ingress.call("POST", "/dashboard/api/merchants", {
        session: token,
        body: { businessName: "Kano Grains" },
      });
    const first = await create(session);
    const token = tokenOf(first)!;
    expect(outcomeOf(await me(ingress, session))).toBe("AUTH_REQUIRED");
    expect((await me(ingress, token)).data.merchant).toMatchObject({
      reference: first.data.merchant,
      name: "Kano Grains",
      role: "owner",
      kybStatus: "draft",
    });
    const { startSession } = await import("../../sql/sessions/sessions.ts");
    const device = { address: "127.0.0.1", userAgent: undefined };
    const sessions = await Promise.all(Array.from({ length: 12 }, () => startSession(database, id, device)));
    const more = await Promise.all(sessions.map(create));
    expect(more.filter(({ status }) => status === 201)).toHaveLength(9);
    expect(more.filter(({ error }) => error?.code === "STATE_CONFLICT")).toHaveLength(3);
  });

  test("is refused to who has not proved their address, and without a name", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { id, session } = await createPerson(database);
    const create = (businessName: string) =>
      ingress.call("POST", "/dashboard/api/merchants", { session, body: { businessName } });
    expect((await create("  ")).error.details).toHaveProperty("businessName");
    // Nobody can sign in with an address that is not verified. Should somebody do so, they still get no business.
    await database.query(sql.type(z.object({}))`update people set email_verified_at = null where id = ${id}`);
    expect(outcomeOf(await create("Kano Grains"))).toBe("AUTH_REQUIRED");
    const added = await database.anyFirst(sql.type(z.object({ id: z.bigint() }))`
      select id from merchants where created_by = ${id}`);
    expect(added).toEqual([]);
  });
});
