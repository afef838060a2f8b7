import { expect } from "vitest";
import { createLog } from "../../sql/process/logging.ts";
import { DEFAULT_NAME, startProvider } from "../gateways/http/start-provider.ts";
import { sandboxAccountName } from "../../workers/gateways/sandbox/account-name.ts";
import { createFundedMerchant, findEvents, setEndpoint } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { askCheck, readCheck } from "../identity/check-identity.ts";
import { acceptTestPayout, findPayout } from "../payouts/accept-test-payouts.ts";
import { addJob } from "./queued-jobs.ts";
import { eventually } from "../helpers/eventually.ts";
import { startReceiver } from "../helpers/outside/start-receiver.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { startWorkerProcess } from "../helpers/platform/start-process.ts";

/** Only what hangs takes so long: a process has to start, however busy the machine is. */
const HANGS_MS = 60_000;
const timeout = 120_000;

test(
  "the workers' log is JSON and holds no account number, name, secret, URL or body, at its most verbose",
  async ({ database, databaseUrl }) => {
    await using receiver = await startReceiver((response) =>
      response.writeHead(500).end("receiver's own words"),
    );
    const tenant = await createFundedMerchant(database, 5_000n);
    const secret = await setEndpoint(database, tenant, receiver.url);
    const accountNumber = "3141592653";
    await acceptTestPayout(database, tenant, accountNumber);
    await addJob(database, "execute_payout", { id: "27182818284" }, 1);

    await using worker = startWorkerProcess(databaseUrl, { LOG_LEVEL: "trace" });
    await eventually(async () => {
      expect(await findEvents(database, "payout.succeeded")).toHaveLength(1);
      expect(receiver.requests).not.toEqual([]);
      expect(worker.log()).toContain("Failed task");
    }, HANGS_MS);
    worker.signal("SIGTERM");
    await worker.ended;

    for (const line of worker.log().trim().split("\n"))
      expect(() => JSON.parse(line) as unknown, line).not.toThrow();
    const name = sandboxAccountName("058", accountNumber);
    for (const canary of [
      accountNumber,
      name,
      "27182818284",
      secret,
      secret.slice(6),
      receiver.url,
      "payout.succeeded",
      "own words",
    ]) {
      expect(worker.log()).not.toContain(canary);
    }
  },
  timeout,
);

test(
  "the workers' log holds no request or response of a live provider, nor its secret",
  async ({ database, databaseUrl }) => {
    await using provider = await startProvider();
    const person = { identifier: "31415926535", phone: "08027182818" };
    provider.identities.set(person.identifier, {
      name: "<b>NGOZI EZE",
      phones: [person.phone, "0809\u00001"],
    });
    provider.outcomes.set("2718281828", { status: "pending" });
    provider.misbehave("transfer", "other money");
    const tenant = await createFundedMerchant(database, 100_000n, "live");
    let lines = "";
    const log = createLog("workers", "trace", { write: (line) => void (lines += line) });
    // In this process: one of its own, with a live gateway, would refuse a database that is not durable.
    const workers = await startTestWorkers(databaseUrl, provider.env, log);
    const { request } = await askCheck(database, tenant, person);
    expect(await readCheck(database, request)).toBeNull();
    const reference = await acceptTestPayout(database, tenant, "2718281828");
    await eventually(async () => {
      expect((await findPayout(database, reference)).next_confirmation_at).not.toBeNull();
      expect(lines).toContain("a response that does not fit: amount.value");
    }, HANGS_MS);
    await workers[Symbol.asyncDispose]();

    expect(provider.calls).toMatchObject({ identity: 1, transfer: 1 });
    for (const canary of [
      ...[person.identifier, person.phone, "NGOZI", "2718281828", DEFAULT_NAME],
      ...[provider.secret, provider.url, "Bearer"],
    ])
      expect(lines).not.toContain(canary);
  },
  timeout,
);
