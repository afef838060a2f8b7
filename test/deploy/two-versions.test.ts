import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, inject, test } from "vitest";
import { z } from "zod";
import { createDatabase } from "../../sql/process/database.ts";
import { migrate } from "../../sql/install/migrate.ts";
import { roleNames } from "../../sql/install/role-names.ts";
import type { Role } from "../../sql/install/rights.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { sandboxAccountName } from "../../workers/gateways/sandbox/account-name.ts";
import { createMember, type Member } from "../helpers/create-member.ts";
import { dropRoles } from "../helpers/database/drop-roles.ts";
import { setRolePasswords } from "../helpers/database/role-url.ts";
import { runAdminQuery } from "../helpers/database/run-admin-query.ts";
import { eventually } from "../helpers/eventually.ts";
import { startReceiver } from "../helpers/outside/start-receiver.ts";
import { nodeEnvironment } from "../helpers/platform/node-environment.ts";
import {
  type IngressProcess,
  startIngressProcess,
  startWorkerProcess,
  type WorkerProcess,
} from "../helpers/platform/start-process.ts";
import { supervise, type Supervised } from "../helpers/platform/supervise.ts";
import { balancesOf, ledgerDrift, setEndpoint } from "../helpers/records.ts";
import { findTransfers } from "../payouts/accept-test-payouts.ts";
import { findPreviousVersion, unpackVersion } from "./previous-version.ts";

const run = promisify(execFile);
const previous = await findPreviousVersion();
/** Only what hangs takes so long: a database is migrated twice, and four processes start. */
const timeout = 600_000;

const small = { DATABASE_POOL_SIZE: "4" };
const few = { WORKER_CONCURRENCY: "4", WEBHOOK_CONCURRENCY: "2" };
/** Payouts of each step, and between two requests of a lane. */
const STEP = 40;
const PAUSE_MS = 60;
const [bankCode, accountNumber, amount] = ["058", "0123456789", 1_000];
const destination = { bankCode, accountNumber, accountName: sandboxAccountName(bankCode, accountNumber) };
const FUNDS = 100_000_000n;

describe.runIf(previous !== undefined)("a release under load, from the version before", { timeout }, () => {
  test("migrates, works with both versions side by side, and pays each payout once", async () => {
    await using version = await unpackVersion(previous!);
    const name = `${inject("template")}_v${randomBytes(4).toString("hex")}`;
    await runAdminQuery(inject("serverUrl"), `create database ${name}`);
    const url = new URL(inject("serverUrl"));
    url.pathname = name;
    const env = { ...nodeEnvironment, DATABASE_URL: url.href };
    await run(process.execPath, [join(version.folder, "scripts/migrate.ts")], { env, cwd: version.folder });
    await setRolePasswords(url.href, inject("rolePassword"));
    const database = await createDatabase({ url: url.href, maxPoolSize: 4, applicationName: "test" });
    const as = (role: Role) => {
      const own = new URL(url);
      [own.username, own.password] = [roleNames(name)[role], inject("rolePassword")];
      return { DATABASE_URL: own.href };
    };
    const startIngress = (folder?: string) =>
      startIngressProcess(url.href, { ...small, ...as("ingress") }, folder);
    // Those that a busy machine kept from renewing their lease end by themselves, and start again.
    const startWorkers = (folder?: string) =>
      supervise(() => startWorkerProcess(url.href, { ...few, ...as("workers") }, folder));
    try {
      await using receiver = await startReceiver();
      await using oldIngress = await startIngress(version.folder);
      await using oldWorkers = await startWorkers(version.folder);
      await Promise.all([untilItListens(oldIngress), untilTheyWork(oldWorkers)]);
      const member = await createMember(database);
      await payIn(oldIngress.url, member);
      await setEndpoint(database, member.tenant, `${receiver.url}/hook`);
      const targets = [oldIngress.url];
      const load = startLoad(targets, member);
      await load.hasPaid(STEP);

      // Expand, while the version before works.
      const applied = await migrate(url.href);
      expect(applied).toContainEqual(expect.stringMatching(/^migrations\//));
      await load.hasPaid(STEP);
      // Workers, then ingress: both versions of both work, then the new ones alone.
      await using newWorkers = await startWorkers();
      await untilTheyWork(newWorkers);
      await load.hasPaid(STEP);
      await using newIngress = await startIngress();
      await untilItListens(newIngress);
      targets.push(newIngress.url);
      await load.hasPaid(2 * STEP);
      targets.splice(0, 1);
      await oldWorkers[Symbol.asyncDispose]();
      await load.hasPaid(STEP);
      // And back: the version before starts again on the new schema.
      await using again = await startWorkers(version.folder);
      await untilTheyWork(again);
      targets.splice(0, 1, oldIngress.url);
      await newWorkers[Symbol.asyncDispose]();
      await load.hasPaid(STEP);
      const { references, failures } = await load.stop();

      expect(failures).toEqual([]);
      const sorted = references.toSorted();
      await eventually(async () => {
        const rows = await database.any(sql.type(z.object({ reference: z.string(), status: z.string() }))`
          select reference, status from payouts order by reference`);
        expect(rows).toEqual(sorted.map((reference) => ({ reference, status: "succeeded" })));
      });
      expect(await findTransfers(database)).toEqual(
        sorted.map((reference) => ({ reference, times_sent: 1 })),
      );
      const left = FUNDS - BigInt(references.length * amount);
      expect(await balancesOf(database, member.tenant)).toEqual({ available: Number(left), reserved: 0 });
      expect(await ledgerDrift(database)).toEqual([]);
      await eventually(async () => {
        const waiting = await database.oneFirst(sql.type(z.object({ count: z.number() }))`
          select count(*)::integer as count from events where delivery_status not in ('delivered', 'not_sent')`);
        expect(waiting).toBe(0);
      });
    } finally {
      await database.end();
      await runAdminQuery(inject("serverUrl"), `drop database ${name} with (force)`);
      await dropRoles(inject("serverUrl"), name);
    }
  });
});

/** Gives a merchant money through the version that runs: today's calls may be of functions that it does not have. */
async function payIn(url: string, { key }: Member): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const ask = async (path: string, body: object) => {
    const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} ${response.status} ${await response.text()}`);
    return z.object({ data: z.object({ reference: z.string().optional() }) }).parse(await response.json())
      .data;
  };
  const request = { customerEmail: "payer@example.com", amount: { value: Number(FUNDS), currency: "NGN" } };
  const { reference } = await ask("/v1/virtual-accounts", request);
  await ask("/v1/sandbox/simulate/collection-success", { virtualAccountReference: reference });
}

/** Of a version whose files nobody has loaded yet, a busy machine takes long. */
function untilItListens({ url, isRunning, log }: IngressProcess): Promise<Response> {
  return eventually(async () => {
    if (!isRunning()) return Promise.reject(new Error(log()));
    return fetch(`${url}/healthz`);
  }, 180_000);
}

function untilTheyWork(workers: Supervised<WorkerProcess>): Promise<unknown> {
  return eventually(() => workers.current().ready, 180_000);
}

/**
 * Merchants who pay out and read, at the ingress processes of `targets` in turn. A 503 says "later": the request is
 * sent again, a payout with the same key. Every other status than a success is a failure.
 */
function startLoad(targets: readonly string[], { key }: Member) {
  const references: string[] = [];
  const failures: string[] = [];
  let [stopped, turn] = [false, 0];

  async function ask(path: string, init: RequestInit, status: number): Promise<unknown> {
    for (;;) {
      turn += 1;
      const response = await fetch(`${targets[turn % targets.length]}${path}`, init);
      const body = await response.text();
      if (response.status === status) return JSON.parse(body);
      if (response.status !== 503) throw new Error(`${path} ${response.status} ${body.slice(0, 200)}`);
      await sleep(PAUSE_MS);
    }
  }
  const authorization = `Bearer ${key}`;
  const payOut = async () => {
    const headers = { authorization, "content-type": "application/json", "idempotency-key": randomUUID() };
    const body = JSON.stringify({ amount: { value: amount, currency: "NGN" }, destination });
    const made = await ask("/v1/payouts", { method: "POST", headers, body }, 201);
    references.push(z.object({ data: z.object({ reference: z.string() }) }).parse(made).data.reference);
  };
  const read = async () => {
    const paths = ["/v1/balances", "/v1/payouts", "/v1/events", `/v1/payouts/${references.at(-1) ?? ""}`];
    for (const path of paths) await ask(path, { headers: { authorization } }, 200);
  };
  const lane = async (act: () => Promise<void>) => {
    while (!stopped) {
      await act().catch((error: Error) => failures.push(`${error.message} ${String(error.cause ?? "")}`));
      await sleep(PAUSE_MS);
    }
  };
  const lanes = Promise.all([lane(payOut), lane(payOut), lane(read)]);
  return {
    /** Waits until so many more payouts were accepted. */
    async hasPaid(more: number) {
      const least = references.length + more;
      await eventually(() => expect([references.length >= least, failures]).toEqual([true, []]), 120_000);
    },
    async stop() {
      stopped = true;
      await lanes;
      return { references, failures };
    },
  };
}
