import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/database.ts";
import { setKybStatus } from "../../sql/queries/merchants.ts";
import { sql } from "../../sql/sql-tag.ts";
import { outcomeOf } from "../helpers/call.ts";
import { createMember } from "../helpers/create-member.ts";
import { createPerson, type Person } from "../helpers/create-person.ts";
import type { TestIngress } from "../helpers/start-test-ingress.ts";
import { test } from "../helpers/test.ts";

const path = "/dashboard/api/audit-log";
const read = (ingress: TestIngress, session: string, query = "") =>
  ingress.call("GET", `${path}${query}`, { session });

type Entry = { id: string; action: string; who: { reference: string } | null; target: string };

const log = (database: Database, merchantId: bigint, action: string, person: Person | null, n = 0) =>
  database.query(sql.type(z.object({}))`
    select from log_action(
      ${merchantId}, null, ${action}, ${`target-${n}`}, null, null,
      row(${person?.email ?? "Chidi of the platform"}, ${person?.id ?? null}, '203.0.113.9', 'a reason')::acting
    )`);

async function createOwner(database: Database) {
  const { tenant } = await createMember(database);
  return { ...(await createPerson(database, [[tenant.merchantId, "owner"]])), merchantId: tenant.merchantId };
}

describe("the audit log", () => {
  test("tells who did what from where, and never what an operator is called", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const owner = await createOwner(database);
    const reviewer = await createPerson(database, [], { isReviewer: true });
    await setKybStatus(database, owner.merchantId, "submitted", { actor: "Chidi", reason: "looks good" });
    await log(database, owner.merchantId, "verification approve", reviewer);
    await log(database, owner.merchantId, "key create", owner);
    const { data, text } = await read(ingress, owner.session);
    expect(data.slice(0, 3)).toMatchObject([
      { action: "key create", who: { email: owner.email, name: "Ada Okafor" }, address: "203.0.113.9" },
      { action: "verification approve", who: null, address: null },
      { action: "kyb set", who: null, after: { status: "submitted" } },
    ]);
    for (const secret of ["Chidi", "looks good", "a reason", reviewer.email, reviewer.reference]) {
      expect(text).not.toContain(secret);
    }
  });

  test("names the person whom it was done to", async ({ fileDatabase: database, fileIngress: ingress }) => {
    const owner = await createOwner(database);
    const viewer = await createPerson(database, [[owner.merchantId, "viewer"]]);
    await ingress.call("PATCH", `/dashboard/api/members/${viewer.reference}`, {
      session: owner.session,
      body: { role: "finance" },
    });
    expect((await read(ingress, owner.session)).data[0]).toMatchObject({
      ...{ action: "member set-role", target: viewer.reference, targetName: "Ada Okafor" },
      ...{ before: { role: "viewer" }, after: { role: "finance" } },
    });
  });

  test("is read in pages that neither repeat nor leave out, by person and action", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const owner = await createOwner(database);
    const other = await createPerson(database, [[owner.merchantId, "developer"]]);
    for (let n = 0; n < 12; n += 1) {
      await log(
        database,
        owner.merchantId,
        n % 2 === 0 ? "key create" : "key revoke",
        n < 6 ? owner : other,
        n,
      );
    }
    const readAll = async (query: string) => {
      const entries: Entry[] = [];
      for (let cursor = ""; ;) {
        const page = await read(ingress, owner.session, `?limit=5${query}${cursor}`);
        entries.push(...page.data);
        if (!page.meta.hasMore) return entries;
        cursor = `&cursor=${page.meta.nextCursor}`;
        // What is written meanwhile does not displace the rest.
        await log(database, owner.merchantId, "key create", owner, 99);
      }
    };
    const targets = (await readAll(""))
      .map(({ target }) => target)
      .filter((one) => one.startsWith("target-"));
    expect(targets).toEqual(Array.from({ length: 12 }, (_, n) => `target-${11 - n}`));
    const ofOther = await readAll(`&person=${other.reference}`);
    expect(ofOther).toHaveLength(6);
    expect(ofOther.every(({ who }) => who?.reference === other.reference)).toBe(true);
    expect(await readAll(`&person=${other.reference}&action=key%20revoke`)).toHaveLength(3);
    const { meta } = await read(ingress, owner.session, "?limit=1");
    const moved = await read(ingress, owner.session, `?limit=1&action=kyb%20set&cursor=${meta.nextCursor}`);
    expect(outcomeOf(moved)).toBe("VALIDATION_ERROR");
  });

  test("is one merchant's own, whatever is asked for", async ({
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const [one, two] = [await createOwner(database), await createOwner(database)];
    for (const { merchantId } of [one, two]) await log(database, merchantId, "key create", two);
    await database.query(sql.type(z.object({}))`
      select from log_action(null, null, 'encryption reencrypt', 'x', null, null, null)`);
    const idsOf = async (owner: typeof one, query: string) =>
      (await read(ingress, owner.session, query)).data.map(({ id }: Entry) => id) as string[];
    const all = await database.any(sql.type(z.object({ id: z.string(), merchant_id: z.bigint().nullable() }))`
      select id::text as id, merchant_id from audit_log`);
    for (const owner of [one, two]) {
      const own = all.filter(({ merchant_id: id }) => id === owner.merchantId).map(({ id }) => id);
      for (const query of ["", `?person=${two.reference}`, "?action=key%20create"]) {
        expect((await idsOf(owner, query)).filter((id) => !own.includes(id))).toEqual([]);
      }
      expect((await idsOf(owner, "")).toSorted()).toEqual(own.toSorted());
    }
    const { meta } = await read(ingress, one.session, "?limit=1");
    expect(outcomeOf(await read(ingress, two.session, `?limit=1&cursor=${meta.nextCursor}`))).toBe(
      "VALIDATION_ERROR",
    );
  });
});
