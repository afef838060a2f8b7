import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { startPostgres } from "../../scripts/postgres/start-postgres.ts";
import { createDatabase } from "../../sql/process/database.ts";
import { migrate } from "../../sql/install/migrate.ts";
import { eventually } from "../helpers/eventually.ts";
import { createFundedMerchant, ledgerDrift } from "../helpers/records.ts";
import { acceptTestPayouts, findPayout, findTransfers } from "../payouts/accept-test-payouts.ts";
import { setRolePasswords } from "../helpers/database/role-url.ts";
import { startWorkerProcess } from "../helpers/platform/start-process.ts";
import { supervise } from "../helpers/platform/supervise.ts";

const ROUNDS = 2;

test(`PostgreSQL stopped at once ${ROUNDS} times in a burst: no acknowledged payout is lost, each is paid once`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "payments-platform-immediate-stop-"));
  let postgres = await startPostgres({ dataDir, durable: true });
  const { url, port } = postgres;
  await migrate(url);
  await setRolePasswords(url, inject("rolePassword"));
  const database = await createDatabase({ url, maxPoolSize: 4, applicationName: "test" });
  const acknowledged: string[] = [];
  try {
    await using _workers = await supervise(() =>
      startWorkerProcess(url, { WORKER_CONCURRENCY: "2", WEBHOOK_CONCURRENCY: "1" }),
    );
    const tenant = await createFundedMerchant(database, 1_000_000n);

    for (let round = 0; round < ROUNDS; round += 1) {
      let stopped = false;
      const burst = (async () => {
        // What failed was not acknowledged: whether it was written is not known, and the key would tell.
        while (!stopped)
          await acceptTestPayouts(database, tenant, { count: 3 }).then(
            (some) => acknowledged.push(...some),
            () => {},
          );
      })();
      const before = acknowledged.length;
      await eventually(() => expect(acknowledged.length).toBeGreaterThan(before + 20), 60_000);
      await postgres.stop("immediately");
      stopped = true;
      await burst;
      postgres = await startPostgres({ dataDir, durable: true, port });
    }

    await eventually(async () => {
      const payouts = await Promise.all(acknowledged.map((reference) => findPayout(database, reference)));
      expect(new Set(payouts.map(({ status }) => status))).toEqual(new Set(["succeeded"]));
    });
    const paid = (await findTransfers(database)).map(({ reference }) => reference);
    expect(new Set(paid).size).toBe(paid.length);
    expect(paid).toEqual(expect.arrayContaining(acknowledged));
    expect(await ledgerDrift(database)).toEqual([]);
  } finally {
    await database.end();
    await postgres.stop("immediately");
    await rm(dataDir, { recursive: true, force: true });
  }
}, 300_000);
