import { expect } from "vitest";
import { sandboxAccountName } from "../../workers/gateways/sandbox-account-name.ts";
import { test } from "../helpers/test.ts";
import { eventually } from "../helpers/eventually.ts";
import { createFundedMerchant } from "../helpers/records.ts";
import { acceptTestPayout, addJob, findEvents, setEndpoint } from "./records.ts";
import { startReceiver } from "../helpers/start-receiver.ts";
import { startWorkerProcess } from "./start-worker-process.ts";

test("the workers' log is JSON and holds no account number, name, secret, URL or body, at its most talkative", async ({
  database,
  databaseUrl,
}) => {
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
  });
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
});
