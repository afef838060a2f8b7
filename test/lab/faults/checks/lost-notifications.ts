import { setTimeout as sleep } from "node:timers/promises";
import { runSql } from "../../../helpers/database/run-sql.ts";
import { createRandom } from "../../random.ts";
import { coded, type Check, type Run } from "../run.ts";

const PROBES = 5;
const HALF = Math.ceil(PROBES / 2);
/** The ingress polls for results every second; without that, callers would wait ten. */
const TOLD_WITHIN_MS = 5_000;
/** Workers poll for jobs every two seconds. */
const FOUND_WITHIN_MS = 20_000;

const account = { bankCode: "058", accountNumber: "0123456789" };

/** On an idle platform, jobs and results are found although their notification was lost, by polling. */
export const check: Check = {
  name: "in the calm what nobody was notified of is found",
  find: async (run) => {
    const { ingresses, workers, merchants } = run.platform;
    const key = merchants[0]!.testKey;
    const { data } = await lookUp(run, key, account);
    const destination = { ...account, accountName: data.accountName as string };

    const processes = [...ingresses, ...workers];
    for (const { database } of processes) database.loseNotifications(true);
    try {
      return [...(await findPayout(run, key, destination)), ...(await findResults(run))];
    } finally {
      for (const { database } of processes) database.loseNotifications(false);
      // They listen again before the next check.
      await sleep(1_000);
    }
  },
};

/** A test payout: heartbeats wake the workers of live money every two seconds. */
async function findPayout({ platform, client }: Run, key: string, destination: object): Promise<string[]> {
  const body = { amount: { value: 100, currency: "NGN" }, destination };
  const { data } = await client.send("POST", "/v1/payouts", { key, body }, createRandom(4));
  let status: string | undefined;
  for (const since = performance.now(); performance.now() - since < FOUND_WITHIN_MS; await sleep(200)) {
    const [row] = await runSql<{ status: string }>(
      platform.ownerUrl,
      "select status from payouts where reference = $1",
      [data.reference],
    );
    status = row?.status;
    if (status !== "pending") return [];
  }
  return [coded("WORK_NOT_FOUND", `a payout that no worker was notified of is ${status}`)];
}

async function findResults(run: Run): Promise<string[]> {
  const key = run.platform.merchants[0]!.liveKey;
  let late = 0;
  for (let probe = 0; probe < PROBES && late < HALF; probe += 1) {
    const told = lookUp(run, key, { bankCode: "058", accountNumber: String(3_000_000_000 + probe) });
    // One that is late may never be told while notifications are lost.
    if (!(await Promise.race([told, sleep(TOLD_WITHIN_MS)]))) late += 1;
  }
  return late < HALF
    ? []
    : [
        coded(
          "RESULT_NOT_FOUND",
          `results that callers were not notified of are told after ${TOLD_WITHIN_MS} ms`,
        ),
      ];
}

function lookUp({ client }: Run, key: string, body: object) {
  const asked = { key, body, idempotencyKey: false } as const;
  return client.send("POST", "/v1/banks/verify-account", asked, createRandom(4));
}
