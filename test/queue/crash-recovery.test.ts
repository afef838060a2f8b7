import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { simulateCollectionSuccess } from "../../sql/collections/credits/credits.ts";
import { readCryptoCollection, requestCryptoCollection } from "../../sql/collections/collections.ts";
import { readIdentityCheck } from "../../sql/identity/identity-checks.ts";
import { requestNameEnquiry, readNameEnquiry } from "../../sql/banks/name-enquiries.ts";
import { recordSandboxTransfers } from "../../sql/sandbox/sandbox.ts";
import {
  activateVirtualAccount,
  readVirtualAccount,
  requestVirtualAccount,
} from "../../sql/collections/virtual-accounts/virtual-accounts.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import type { CrashPoint } from "../../workers/queue/crash-point.ts";
import {
  createFundedMerchant,
  findEvents,
  ledgerDrift,
  plainPayment,
  resolveDestination,
  setEndpoint,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { askCheck } from "../identity/check-identity.ts";
import {
  acceptTestPayout,
  findPayout,
  findTransfers,
  letPollBecomeDue,
} from "../payouts/accept-test-payouts.ts";
import { emptyQueue, findJobs } from "./queued-jobs.ts";
import { eventually } from "../helpers/eventually.ts";
import { startMonnify } from "../gateways/monnify/start-monnify.ts";
import { startReceiver, type Receiver } from "../helpers/outside/start-receiver.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { startWorkerProcess } from "../helpers/platform/start-process.ts";
import { claimPayout } from "../helpers/worker-steps.ts";
import { returnCredit } from "../../sql/refunds/refunds.ts";
import { createUnmatchedCredit } from "../collections/create-unmatched-credit.ts";
import { asOperator } from "../helpers/as-operator.ts";
import { createPaidCollection, createRefund, fromPayer, payer } from "../refunds/create-collection.ts";

/** Only what hangs takes so long: processes have to start, however busy the machine is. */
const HANGS_MS = 60_000;
/** For a whole test, which waits for several of them. */
const timeout = 180_000;

/** One job at a time, so that the crash point is reached by the job under test. Callers wait, however busy it is. */
const small = { WORKER_CONCURRENCY: "1", WEBHOOK_CONCURRENCY: "1", RESPONSE_TIMEOUT_MS: "600000" };

type Outcome = () => Promise<void>;
/** Leaves exactly one job in the queue; returns what has to hold in the end, however often the job ran. */
type Arrange = (database: Database, receiver: Receiver) => Promise<Outcome>;

/**
 * Each point after which something new is in the database or elsewhere; a job's last attempt below is killed before
 * its task begins. From a task's last point of its own nothing is written until `job.done`.
 */
const arrangements: Record<string, { points: CrashPoint[]; arrange: Arrange }> = {
  execute_payout: {
    points: ["payout.claimed", "payout.sent", "payout.finished"],
    arrange: async (database) => {
      const tenant = await createFundedMerchant(database, 5_000n);
      await emptyQueue(database);
      const reference = await acceptTestPayout(database, tenant);
      await emptyQueue(database, "execute_payout");
      return () => expectPaidOnce(database, reference);
    },
  },
  "execute_payout of a refund": {
    points: ["payout.claimed", "payout.sent", "payout.finished"],
    arrange: async (database) => {
      const tenant = await createFundedMerchant(database, 0n);
      const collection = await createPaidCollection(database, tenant, 5_000n);
      await emptyQueue(database);
      const reference = await createRefund(database, tenant, collection);
      await emptyQueue(database, "execute_payout");
      return () => expectPaidOnce(database, reference, "refund");
    },
  },
  "execute_payout of a return": {
    points: ["payout.claimed", "payout.sent", "payout.finished"],
    arrange: async (database) => {
      const tenant = await createFundedMerchant(database, 0n);
      const { credit } = await createUnmatchedCredit(database, tenant, 5_000n, fromPayer);
      await resolveDestination(database, tenant, payer);
      await emptyQueue(database);
      const returned = await returnCredit(database, {
        tenant,
        reference: credit,
        least: 100n,
        ...asOperator,
      });
      if (returned.outcome !== "accepted") throw new Error(`the return was refused: ${returned.outcome}`);
      await emptyQueue(database, "execute_payout");
      return async () => {
        await expectPaidOnce(database, returned.credit.refund!, "refund", "return");
        expect(await findEvents(database, "credit.returned")).toHaveLength(1);
      };
    },
  },
  confirm_payout: {
    points: ["payout.claimed", "payout.sent", "payout.finished"],
    arrange: async (database) => {
      const tenant = await createFundedMerchant(database, 5_000n);
      const reference = await acceptTestPayout(database, tenant);
      const { id } = await findPayout(database, reference);
      const payout = await claimPayout(database, id);
      await recordSandboxTransfers(database, { transfers: [payout!] });
      await letPollBecomeDue(database, id);
      await emptyQueue(database);
      await database.query(
        sql.type(z.object({}))`select enqueue_jobs('confirm_payout', array[${id}::bigint])`,
      );
      return () => expectPaidOnce(database, reference);
    },
  },
  enquire_name: {
    points: ["enquiry.called", "job.done"],
    arrange: async (database) => {
      const tenant = await createFundedMerchant(database, 5_000n);
      await emptyQueue(database);
      const account = { bankCode: "058", accountNumber: "0123456789" };
      const id = await requestNameEnquiry(database, tenant, account);
      return async () =>
        expect(await readNameEnquiry(database, tenant, account, id!)).toMatchObject({ status: "resolved" });
    },
  },
  provision_virtual_account: {
    points: ["provision.called", "job.done"],
    arrange: async (database) => {
      const tenant = await createFundedMerchant(database, 5_000n);
      await emptyQueue(database);
      const request = { customerEmail: "payer@example.com", amount: 900n, expiresInMinutes: 30 };
      const id = await requestVirtualAccount(database, { tenant, ...request });
      return async () => {
        expect(await readVirtualAccount(database, id)).toMatchObject({ json: { status: "active" } });
        const provisioned = sql.type(z.object({ count: z.bigint() }))`select count(*) from sandbox_accounts`;
        expect(await database.oneFirst(provisioned)).toBe(1n);
      };
    },
  },
  check_identity: {
    points: ["identity.called", "identity.recorded", "job.done"],
    arrange: async (database) => {
      const tenant = await createFundedMerchant(database, 5_000n);
      await emptyQueue(database);
      const person = { identifier: "22222222222", phone: "08030000000" };
      const { request } = await askCheck(database, tenant, person);
      await askCheck(database, tenant, { ...person, phone: "08039999999" });
      return async () => {
        expect(await readIdentityCheck(database, request)).toMatchObject({
          json: { verified: true, cacheHit: false },
        });
        expect(await findEvents(database, "kyc.succeeded")).toHaveLength(1);
        expect(await findEvents(database, "kyc.failed")).toHaveLength(1);
        const known = sql.type(z.object({ count: z.bigint() }))`select count(*) from sandbox_identities`;
        expect(await database.oneFirst(known)).toBe(1n);
      };
    },
  },
  provision_crypto_address: {
    points: ["crypto.called", "job.done"],
    arrange: async (database) => {
      const tenant = await createFundedMerchant(database, 5_000n);
      await emptyQueue(database);
      const wanted = { amount: 2_500n, chain: "tron", token: "USDT", customerEmail: null } as const;
      const id = await requestCryptoCollection(database, { tenant, ...wanted });
      return async () =>
        expect(await readCryptoCollection(database, id)).toMatchObject({
          json: { status: "awaiting_payment", address: expect.stringMatching(/^T/) },
        });
    },
  },
  settle_credit: {
    points: ["credit.settled"],
    arrange: async (database) => {
      const tenant = await createFundedMerchant(database, 5_000n);
      const request = { customerEmail: "payer@example.com", amount: 900n, expiresInMinutes: 30 };
      const id = await requestVirtualAccount(database, { tenant, ...request });
      const numbers = {
        bankCode: "035",
        bankName: "Wema Bank",
        accountNumber: "8100000000",
        accountName: "Ade Stores",
      };
      await activateVirtualAccount(database, id, numbers);
      const account = await readVirtualAccount(database, id);
      const { reference } = z.object({ reference: z.string() }).parse(account!.json);
      await emptyQueue(database);
      await simulateCollectionSuccess(database, {
        ...plainPayment,
        merchantId: tenant.merchantId,
        reference,
      });
      return async () => {
        expect(await readVirtualAccount(database, id)).toMatchObject({ json: { status: "closed" } });
        expect(await findEvents(database, "collection.success")).toHaveLength(2); // one of them funded the merchant
      };
    },
  },
  deliver_webhook: {
    points: ["webhook.claimed", "webhook.sent", "webhook.recorded"],
    arrange: async (database, receiver) => {
      const tenant = await createFundedMerchant(database, 5_000n);
      await setEndpoint(database, tenant, receiver.url);
      await emptyQueue(database);
      await database.query(sql.type(z.object({}))`
        select emit_event(${tenant.merchantId}, 'test', 'webhook.test', '{}'::json)`);
      return async () => {
        const [event] = await findEvents(database, "webhook.test");
        expect(event!.delivery_status).toBe("delivered");
        // At least once, and always as the same event.
        expect(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"]))).toEqual(
          new Set([event!.reference]),
        );
      };
    },
  },
};

describe.concurrent("a worker killed at any point", { timeout }, () => {
  const cases = Object.entries(arrangements).flatMap(([task, { points, arrange }]) =>
    points.map((point) => ({ task, point, arrange })),
  );

  for (const { task, point, arrange } of cases) {
    test(`${task} at ${point}: another worker takes over and the effect happens once`, async ({
      database,
      databaseUrl,
    }) => {
      await using receiver = await startReceiver();
      const outcome = await arrange(database, receiver);

      await using victim = startWorkerProcess(databaseUrl, { ...small, CRASH_AT: point });
      expect(await victim.ended, victim.log()).toEqual({ code: null, signal: "SIGKILL" });

      // The successor runs in this process, because that starts sooner. Only the victim needs a process of its own.
      await using _successor = await startTestWorkers(databaseUrl, small);
      await eventually(async () => {
        await outcome();
        expect(await findJobs(database)).toEqual([]);
      }, HANGS_MS);
      expect(await ledgerDrift(database)).toEqual([]);
    });
  }
});

describe.concurrent("a job's last attempt", { timeout }, () => {
  test("killed during it: the reconciler queues the payout again", async ({ database, databaseUrl }) => {
    const tenant = await createFundedMerchant(database, 5_000n);
    const reference = await acceptTestPayout(database, tenant);
    await emptyQueue(database, "execute_payout");
    await database.query(sql.type(z.object({}))`update queue_test_money._private_jobs set max_attempts = 1`);

    await using victim = startWorkerProcess(databaseUrl, { ...small, CRASH_AT: "job.locked" });
    expect(await victim.ended, victim.log()).toEqual({ code: null, signal: "SIGKILL" });
    expect(await findJobs(database)).toMatchObject([
      { task: "execute_payout", locked: true, attempts: 1, max_attempts: 1 },
    ]);

    await using _successor = await startTestWorkers(databaseUrl, small);
    await eventually(() => expectPaidOnce(database, reference), HANGS_MS);
    await eventually(async () => expect(await findJobs(database)).toEqual([]), HANGS_MS);
  });
});

describe.concurrent("a worker paused beyond its lease", { timeout }, () => {
  for (const point of ["payout.claimed", "payout.sent"] as const) {
    test(`at ${point} changes nothing when it resumes, and ends itself`, async ({
      database,
      databaseUrl,
    }) => {
      const tenant = await createFundedMerchant(database, 5_000n);
      const reference = await acceptTestPayout(database, tenant);
      await emptyQueue(database, "execute_payout");

      await using sleeper = startWorkerProcess(databaseUrl, { ...small, CRASH_AT: `${point}:SIGSTOP` });
      await eventually(
        async () => expect((await findPayout(database, reference)).status).toBe("processing"),
        HANGS_MS,
      );
      await using _other = await startTestWorkers(databaseUrl, small);
      await eventually(() => expectPaidOnce(database, reference), HANGS_MS);

      sleeper.signal("SIGCONT");
      expect(await sleeper.ended).toEqual({ code: 1, signal: null });
      await expectPaidOnce(database, reference);
      expect(await ledgerDrift(database)).toEqual([]);
    });
  }
});

/** What a gateway that may carry out a reference twice gets once, and not again by itself. */
describe.concurrent(
  "a worker that ends between its claim and the call of a gateway that may pay twice",
  { timeout },
  () => {
    /** A live payout whose job waits, and Monnify, which its workers have. */
    async function arrangeLive(database: Database, databaseUrl: string) {
      const monnify = await startMonnify();
      const tenant = await createFundedMerchant(database, 5_000n, "live");
      const reference = await acceptTestPayout(database, tenant);
      const paid = async () => {
        expect((await findPayout(database, reference)).status).toBe("succeeded");
        expect(monnify.transfers.get(reference)?.timesSent).toBe(1);
        expect(monnify.calls.transfer).toBe(1);
      };
      const settings = { ...small, ...monnify.env };
      const startVictim = (at: string) =>
        startWorkerProcess(
          databaseUrl,
          { ...settings, CRASH_AT: at },
          undefined,
          "test/queue/live-workers-process.ts",
        );
      return { monnify, reference, paid, settings, startVictim };
    }

    test("before it wrote that it calls: the next one sends the payout", async ({
      database,
      databaseUrl,
    }) => {
      const { monnify, reference, paid, settings, startVictim } = await arrangeLive(database, databaseUrl);
      await using _monnify = monnify;
      await using victim = startVictim("payout.claimed");
      expect(await victim.ended, victim.log()).toEqual({ code: null, signal: "SIGKILL" });
      expect((await findPayout(database, reference)).status).toBe("processing");

      await using _successor = await startTestWorkers(databaseUrl, settings);
      await eventually(paid, HANGS_MS);
      expect(await ledgerDrift(database)).toEqual([]);
    });

    test("after it: nobody sends it, and the gateway is polled", async ({ database, databaseUrl }) => {
      const { monnify, reference, settings, startVictim } = await arrangeLive(database, databaseUrl);
      await using _monnify = monnify;
      await using victim = startVictim("payout.call_started");
      expect(await victim.ended, victim.log()).toEqual({ code: null, signal: "SIGKILL" });

      const { id } = await findPayout(database, reference);
      await letPollBecomeDue(database, id);
      await using _successor = await startTestWorkers(databaseUrl, settings);
      await eventually(() => expect(monnify.calls.find).toBeGreaterThanOrEqual(1), HANGS_MS);
      expect((await findPayout(database, reference)).status).toBe("processing");
      expect(monnify.calls.transfer).toBe(0);
      expect(await ledgerDrift(database)).toEqual([]);
    });

    test("and was only paused: it does not call, as another one has", async ({ database, databaseUrl }) => {
      const { monnify, reference, paid, settings, startVictim } = await arrangeLive(database, databaseUrl);
      await using _monnify = monnify;
      await using sleeper = startVictim("payout.claimed:SIGSTOP");
      await eventually(
        async () => expect((await findPayout(database, reference)).status).toBe("processing"),
        HANGS_MS,
      );
      await using _other = await startTestWorkers(databaseUrl, settings);
      await eventually(paid, HANGS_MS);

      sleeper.signal("SIGCONT");
      expect(await sleeper.ended).toEqual({ code: 1, signal: null });
      await paid();
      expect(await ledgerDrift(database)).toEqual([]);
    });
  },
);

/** It succeeded; the bank carried it out once, the ledger booked it once and one event tells of it. */
async function expectPaidOnce(
  database: Database,
  reference: string,
  kind = "payout",
  journal = kind,
): Promise<void> {
  expect((await findPayout(database, reference)).status).toBe("succeeded");
  expect((await findTransfers(database)).map((transfer) => transfer.reference)).toEqual([reference]);
  expect(await findEvents(database, `${kind}.succeeded`)).toHaveLength(1);
  const settled = sql.type(z.object({ count: z.bigint() }))`
    select count(*) from ledger_journals where kind = ${`${journal}_settled`} and subject = ${reference}`;
  expect(await database.oneFirst(settled)).toBe(1n);
}
