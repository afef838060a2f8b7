import { setTimeout as sleep } from "node:timers/promises";
import { runSql } from "../../../helpers/database/run-sql.ts";
import { destination } from "../../../helpers/records.ts";
import { accounts, outcomes } from "../platform/start-bank.ts";
import { coded, type Load } from "../run.ts";

/** Percentages of payouts: sent twice at once; sent again with the same key and another amount. */
const TWICE = 10;
const CHANGED = 5;

type Accepted = { outcome: string; amount: number };

/** Live payouts, which the bank carries out: every 201 exists, is paid once or not at all, and reports which. */
export const load: Load = {
  name: "payouts",
  share: 1,
  async start({ platform, client }) {
    const { merchants, bank, ownerUrl } = platform;
    const accepted = new Map<string, Accepted>();
    const waiting = new Set<string>();
    const refused: string[] = [];

    return {
      async act(random) {
        const { liveKey: key } = random.pick(merchants);
        const accountNumber = random.pick(accounts);
        const amount = 10_000 + Math.floor(random.between(0, 100_000));
        const idempotencyKey = `faults-${random.next()}-${random.next()}`;
        const body = {
          amount: { value: amount, currency: "NGN" },
          destination: { ...destination, accountNumber },
        };
        const send = (value: number) =>
          client.send(
            "POST",
            "/v1/payouts",
            { key, idempotencyKey, body: { ...body, amount: { ...body.amount, value } } },
            random,
          );
        const isTwice = random.between(0, 100) < TWICE;
        const [told] = await Promise.all(isTwice ? [send(amount), send(amount)] : [send(amount)]);
        if (told!.status !== 201) {
          refused.push(`a payout was refused: ${told!.status} ${told!.error?.code}`);
          return;
        }
        const reference = told!.data.reference as string;
        accepted.set(reference, { outcome: outcomes[accountNumber], amount });
        waiting.add(reference);
        if (random.between(0, 100) >= CHANGED) return;
        await sleep(random.between(0, 1_000));
        const changed = await send(amount + 1);
        if (changed.status === 201) refused.push(coded("KEY_REUSED", "a key with another body got 201"));
        else if (changed.error?.code !== "IDEMPOTENCY_KEY_CONFLICT")
          refused.push(`a key with another body got ${changed.status} ${changed.error?.code ?? ""}`);
      },
      countWaiting() {
        // Payouts that the bank refused, or never responded to, are polled later.
        for (const reference of waiting)
          if (bank.provider.questions.has(reference)) waiting.delete(reference);
        return waiting.size;
      },
      countUnfinished: async () => {
        const [row] = await runSql<{ unfinished: string }>(
          ownerUrl,
          "select count(*) as unfinished from payouts where environment = 'live' and status in ('pending', 'processing')",
        );
        return Number(row!.unfinished);
      },
      async findViolations() {
        const rows = await runSql<{ reference: string; status: string; amount: string; is_own: boolean }>(
          ownerUrl,
          `select reference, status, amount, batch_id is null as is_own
          from payouts where environment = 'live' and collection_id is null`,
        );
        const found = new Map(rows.map((row) => [row.reference, row]));
        const violations = [...refused];
        for (const [reference, { outcome, amount }] of accepted) {
          const payout = found.get(reference);
          const transfer = bank.provider.transfers.get(reference);
          if (payout === undefined)
            violations.push(coded("WRITE_LOST", `${reference} was accepted and is not there`));
          else if (payout.status !== outcome)
            violations.push(`${reference} is ${payout.status}, not ${outcome}`);
          else if (Number(payout.amount) !== amount) violations.push(`${reference} has another amount`);
          if (transfer === undefined)
            violations.push(coded("NEVER_SENT", `${reference} was never sent to the bank`));
          else if (transfer.status !== outcome || transfer.amount.value !== amount)
            violations.push(`${reference} is ${transfer.status} at the bank, of ${transfer.amount.value}`);
        }
        for (const [reference, { is_own: isOwn }] of found)
          if (isOwn && !accepted.has(reference))
            violations.push(coded("UNTOLD", `nobody was told of ${reference}`));
        for (const reference of bank.provider.transfers.keys())
          if (reference.startsWith("pyt_") && !found.has(reference))
            violations.push(coded("WRITE_LOST", `the bank has ${reference}, which does not exist`));
        for (const [reference, asked] of bank.provider.questions) {
          // A bank that carries out a reference twice would have paid twice.
          if (wasSentUnasked(asked))
            violations.push(
              coded(
                "SENT_AGAIN",
                `${reference} was sent again, and the bank had not said that it does not know it`,
              ),
            );
        }
        return violations;
      },
    };
  },
};

/**
 * Whether a transfer was sent more often than once plus once per "not found" from the bank. A worker paused between its
 * claim and the bank may send late, so their order does not matter.
 */
function wasSentUnasked(asked: string[]): boolean {
  let allowed = 1;
  return asked.some((what) => {
    if (what === "not found") allowed += 1;
    if (what === "transfer") allowed -= 1;
    return allowed < 0;
  });
}
