import { describe, expect } from "vitest";
import { z } from "zod";
import { setKybStatus } from "../../sql/merchants/merchants.ts";
import { endSession } from "../../sql/sessions/sessions.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createTeam, givePolicy } from "../approvals/team.ts";
import { createUnmatchedCredit } from "../collections/create-unmatched-credit.ts";
import { createMember } from "../helpers/create-member.ts";
import { createPerson } from "../helpers/create-person.ts";
import { createLink, fund } from "../helpers/records.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { test } from "../helpers/test.ts";
import { asOperator } from "../helpers/as-operator.ts";
import { setRefundDestination } from "../../sql/refunds/refunds.ts";
import { createPaidCollection, createRefund, payer } from "../refunds/create-collection.ts";

const often = { updatesRefreshMs: 100 };
const noRow = sql.type(z.object({}));

/**
 * Opens a stream. `changes`: what its next message names, undefined at its end; `round` waits for a sign of life,
 * `ended` for the word that the session is over.
 */
async function watch(url: string, session: string, environment = "test", address = "203.0.113.1") {
  const headers = { cookie: `__Host-session=${session}`, "x-forwarded-for": address };
  const response = await fetch(`${url}/dashboard/api/${environment}/updates`, { headers });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const next = async (begins: string): Promise<string | undefined> => {
    for (;;) {
      const [block, ...rest] = text.split("\n\n");
      if (rest.length > 0) {
        text = rest.join("\n\n");
        if (block!.startsWith(begins)) return block!.slice(begins.length);
        continue;
      }
      const { value, done } = await reader.read();
      if (done) return undefined;
      text += value;
    }
  };
  return {
    response,
    async changes(): Promise<string[] | undefined> {
      const data = await next("data: ");
      return data === undefined ? undefined : (JSON.parse(data) as { changed: string[] }).changed;
    },
    round: () => next(": "),
    ended: () => next("event: ended"),
    close: () => reader.cancel(),
  };
}

describe("the stream of changes", () => {
  test("tells what kind of thing has changed, and carries nothing else", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, often);
    const { tenant } = await createMember(database);
    const stranger = await createMember(database);
    const { session } = await createPerson(database, [[tenant.merchantId, "viewer"]]);
    const stream = await watch(ingress.url, session);
    expect(stream.response.headers.get("content-type")).toBe("text/event-stream");
    // The second sign of life comes after the marks were read.
    await stream.round();
    await stream.round();
    await createLink(database, stranger.tenant);
    await createLink(database, { ...tenant, environment: "live" });
    await stream.round();
    await createLink(database, tenant);
    expect(await stream.changes()).toEqual(["payment-links"]);
    await fund(database, tenant, 1_000n);
    const told = new Set<string>();
    while (!told.has("balances") || !told.has("collections") || !told.has("events")) {
      for (const kind of (await stream.changes())!) told.add(kind);
    }
    expect([...told].toSorted()).toEqual(["balances", "collections", "events", "virtual-accounts"]);
    await setKybStatus(database, { merchantId: tenant.merchantId, status: "submitted", acting: {} });
    expect(await stream.changes()).toEqual(["verification"]);
    await stream.close();
  });

  test("tells that a refund got its account", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, often);
    const { tenant } = await createMember(database);
    const { session } = await createPerson(database, [[tenant.merchantId, "viewer"]]);
    const collection = await createPaidCollection(database, tenant, 1_000n, { name: "KEMI" });
    const reference = await createRefund(database, tenant, collection);
    const stream = await watch(ingress.url, session);
    await stream.round();
    await stream.round();
    const set = { tenant, reference, ...payer, ...asOperator };
    expect(await setRefundDestination(database, set)).toMatchObject({ outcome: "accepted" });
    expect(await stream.changes()).toEqual(["refunds"]);
    await stream.close();
  });

  test("tells of a payment that begins to wait for approval, and of a decision that changes nothing else", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, often);
    const team = await createTeam(database, ingress.call);
    await givePolicy(database, team.tenant, { amountMax: 1_000 });
    const older = await createUnmatchedCredit(database, team.tenant, 200_000n);
    const newer = await createUnmatchedCredit(database, team.tenant, 200_000n);
    const accept = ({ credit }: { credit: string }) =>
      team.as(team.finance, "POST", `unmatched-credits/${credit}/accept`, {});
    await accept(older);
    const stream = await watch(ingress.url, team.approver.session);
    await stream.round();
    await stream.round();
    await accept(newer);
    expect(await stream.changes()).toEqual(["approvals"]);
    await team.decide(team.approver, older.credit, "reject");
    expect(await stream.changes()).toEqual(["approvals"]);
    await stream.close();
  });

  test("tells of a delivery that begins to wait, also behind one that waits for hours", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, often);
    const { tenant } = await createMember(database);
    const { session } = await createPerson(database, [[tenant.merchantId, "viewer"]]);
    await fund(database, tenant, 1_000n);
    await fund(database, tenant, 1_000n);
    const letWait = (which: "min" | "max", hours: number) =>
      database.query(noRow`
        update events set delivery_status = 'pending', next_attempt_at = now() + make_interval(hours => ${hours})
        where id = (
          select case ${which} when 'min' then min(e.id) else max(e.id) end from events e
          where e.merchant_id = ${tenant.merchantId}
        )`);
    await letWait("max", 5);
    const stream = await watch(ingress.url, session);
    await stream.round();
    await stream.round();
    await letWait("min", 0);
    expect(await stream.changes()).toEqual(["deliveries"]);
    await stream.close();
  });

  test.for([
    ["is signed out", "ended"],
    ["shows another merchant", "moved"],
    ["loses its role", "removed"],
    ["is over", "old"],
  ] as const)(
    "says so and ends when its session %s",
    async ([, how], { fileDatabase: database, fileDatabaseUrl: databaseUrl }) => {
      await using ingress = await startTestIngress(databaseUrl, often);
      const { tenant } = await createMember(database);
      const other = await createMember(database);
      const person = await createPerson(database, [
        [tenant.merchantId, "viewer"],
        [other.tenant.merchantId, "viewer"],
      ]);
      const show = sql.type(z.object({ reference: z.string(), merchant: z.bigint() }))`
      select reference, merchant_id as merchant from sessions where person_id = ${person.id}`;
      const { reference, merchant } = await database.one(show);
      const stream = await watch(ingress.url, person.session);
      await stream.round();
      if (how === "ended") await endSession(database, { personId: person.id, reference });
      if (how === "moved") {
        const to = merchant === tenant.merchantId ? other.tenant : tenant;
        await database.query(noRow`
        update sessions set merchant_id = ${to.merchantId} where person_id = ${person.id}`);
      }
      if (how === "removed")
        await database.query(noRow`delete from memberships where merchant_id = ${merchant}`);
      if (how === "old")
        await database.query(noRow`update sessions set last_seen_at = now() - interval '13 hours'`);
      expect(await stream.ended()).toBeDefined();
      expect(await stream.changes()).toBeUndefined();
    },
  );

  test("does not keep its session alive", async ({ database, databaseUrl }) => {
    await using ingress = await startTestIngress(databaseUrl, often);
    const { tenant } = await createMember(database);
    const { session } = await createPerson(database, [[tenant.merchantId, "viewer"]]);
    const stream = await watch(ingress.url, session);
    await database.query(noRow`update sessions set last_seen_at = now() - interval '11 hours'`);
    await stream.round();
    await stream.round();
    const seen = await database.oneFirst(sql.type(z.object({ old: z.boolean() }))`
      select last_seen_at < now() - interval '10 hours' as old from sessions`);
    expect(seen).toBe(true);
    await stream.close();
  });

  test("is one of five of a person; others have their own", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, often);
    const { tenant } = await createMember(database);
    const people = [
      await createPerson(database, [[tenant.merchantId, "viewer"]]),
      await createPerson(database, [[tenant.merchantId, "owner"]]),
    ] as const;
    const streams = [];
    for (let n = 0; n < 5; n += 1) {
      streams.push(await watch(ingress.url, people[0].session, n % 2 === 0 ? "test" : "live"));
    }
    const sixth = await watch(ingress.url, people[0].session);
    expect([sixth.response.status, Number(sixth.response.headers.get("retry-after"))]).toEqual([503, 30]);
    const other = await watch(ingress.url, people[1].session);
    expect(other.response.status).toBe(200);
    for (const stream of [...streams, other]) await stream.close();
    await expect.poll(async () => (await watch(ingress.url, people[0].session)).response.status).toBe(200);
  });

  test("leaves three quarters of a process's to other networks", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, { trustedProxyHops: 1 });
    const { tenant } = await createMember(database);
    const at = (number: number) => `2001:db8:1:${number.toString(16)}00::1`;
    const open = [];
    for (let number = 0; number < 100; number += 1) {
      const { session } = await createPerson(database, [[tenant.merchantId, "viewer"]]);
      const five = Array.from({ length: 5 }, () => watch(ingress.url, session, "test", at(number)));
      open.push(...(await Promise.all(five)));
    }
    expect(new Set(open.map(({ response }) => response.status))).toEqual(new Set([200]));
    const { session } = await createPerson(database, [[tenant.merchantId, "viewer"]]);
    // Another /56 of the same /48.
    const refused = await watch(ingress.url, session, "test", at(255));
    expect([refused.response.status, refused.response.headers.get("retry-after")]).toEqual([503, "30"]);
    const other = await watch(ingress.url, session, "test", "203.0.113.2");
    expect(other.response.status).toBe(200);
    await open[0]!.close();
    await expect
      .poll(async () => (await watch(ingress.url, session, "test", at(255))).response.status)
      .toBe(200);
    for (const stream of [...open, other]) await stream.close();
  });

  test("is refused to a session with too many before the session is looked up, and anything else is done for it", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, often);
    const { tenant } = await createMember(database);
    const { session } = await createPerson(database, [[tenant.merchantId, "viewer"]]);
    const streams = await database.transaction(async (transaction) => {
      // Lookups wait until the transaction is over.
      await transaction.query(noRow`lock table sessions in access exclusive mode`);
      const all = Array.from({ length: 11 }, () => watch(ingress.url, session));
      const { status, headers } = (await Promise.race(all)).response;
      // A lookup that takes too long is a 503 as well, with another time to wait.
      expect([status, headers.get("retry-after")]).toEqual([503, "30"]);
      expect(headers.get("x-request-id")).toMatch(/./);
      const again = await ingress.call("GET", "/dashboard/api/test/updates", { session });
      expect(again).toMatchObject({ status: 503, error: { code: "SERVICE_UNAVAILABLE" } });
      expect(ingress.log()).not.toContain("/updates");
      return all;
    });
    for (const stream of streams) await (await stream).close();
  });

  test("opens for nobody without a session or a role, and ends when the process shuts down", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, often);
    const { tenant } = await createMember(database);
    const { session } = await createPerson(database, [[tenant.merchantId, "viewer"]]);
    const outsider = await createPerson(database);
    const ask = async (cookie: string, environment = "test", method = "GET") =>
      (
        await fetch(`${ingress.url}/dashboard/api/${environment}/updates`, {
          method,
          headers: { cookie: `__Host-session=${cookie}` },
        })
      ).status;
    expect(await ask("")).toBe(401);
    expect(await ask("x".repeat(43))).toBe(401);
    expect(await ask(outsider.session)).toBe(403);
    expect(await ask(session, "prod")).toBe(404);
    expect(await ask(session, "test", "POST")).toBe(405);
    expect(await ask(session, "test", "HEAD")).toBe(200);
    const stream = await watch(ingress.url, session);
    await ingress.stop();
    expect(await stream.ended()).toBeUndefined();
  });
});
