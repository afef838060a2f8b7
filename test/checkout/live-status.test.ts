import { describe, expect } from "vitest";
import { z } from "zod";
import { sql } from "../../sql/process/sql-tag.ts";
import { startProxy } from "../helpers/outside/start-proxy.ts";
import { createMember } from "../helpers/create-member.ts";
import { createLink } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { countTrips } from "../helpers/database/count-trips.ts";
import { readStream } from "./read-stream.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";

const PAYERS = 100;
const SIGN_OF_LIFE_MS = 10_000;
const HEARTBEAT_MS = 5_000;

describe("live status", () => {
  test(
    "for 100 payers costs one query every ten seconds and one connection, and tells each payer of their own payment",
    { timeout: 120_000 },
    async ({ database, databaseUrl, workers: _workers }) => {
      const counter = countTrips();
      await using wire = await startProxy(databaseUrl, counter.watch);
      await using ingress = await startTestIngress(wire.url);
      const { tenant } = await createMember(database);
      const terms = {
        linkType: "reusable" as const,
        customer: { email: "payer@example.com" },
      };
      const slug = await createLink(database, tenant, terms);

      const open = async (key: string) => {
        const { data } = await ingress.call("POST", `/pay/${slug}/session`, { key, body: {} });
        const headers = { authorization: `Bearer ${key}` };
        const stream = await readStream(`${ingress.url}/pay/${slug}/session/events`, { headers });
        expect(await stream.next()).toMatchObject({
          status: "awaiting_payment",
          reference: data.reference,
        });
        return { key, stream, reference: data.reference as string };
      };
      // A few at a time: on a busy machine, a hundred at once would wait too long for a database connection.
      const payers: Awaited<ReturnType<typeof open>>[] = [];
      const keys = Array.from({ length: PAYERS }, (_none, n) => `${n}`.padStart(43, "x"));
      for (let start = 0; start < PAYERS; start += 10)
        payers.push(...(await Promise.all(keys.slice(start, start + 10).map(open))));

      // Each stream gets two comments that keep it open. The connection that listens sends a query every five seconds.
      const before = counter.trips();
      const startedAt = performance.now();
      for (let sign = 0; sign < 2; sign += 1)
        await Promise.all(payers.map(async ({ stream }) => expect(await stream.next()).toBeDefined()));
      const trips = counter.trips() - before;
      const elapsedMs = performance.now() - startedAt;
      const [signs, heartbeats] = [SIGN_OF_LIFE_MS, HEARTBEAT_MS].map((ms) => Math.ceil(elapsedMs / ms));
      expect(trips).toBeLessThanOrEqual(signs! + heartbeats! + 1);
      const listening = sql.type(z.object({ n: z.bigint() }))`
        select count(*) as n from pg_stat_activity
        where datname = current_database() and application_name like 'ingress-results%'`;
      expect(await database.oneFirst(listening)).toBe(1n);

      await Promise.all(
        payers.map(async ({ key, stream, reference }) => {
          expect((await ingress.call("POST", `/pay/${slug}/session/transfer`, { key })).status).toBe(200);
          // Signs of life may come before it; nothing comes after it.
          const told = [];
          for (let session; (session = await stream.next()) !== undefined;) told.push(session);
          expect(told.at(-1)).toMatchObject({ status: "succeeded", reference });
          expect(new Set(told.map((session) => (session as { reference: string }).reference)).size).toBe(1);
        }),
      );
    },
  );
});
