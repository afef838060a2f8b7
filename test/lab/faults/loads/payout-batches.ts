import { setTimeout as sleep } from "node:timers/promises";
import { runSql } from "../../../helpers/database/run-sql.ts";
import { accounts, outcomes, type AccountNumber } from "../platform/start-bank.ts";
import { coded, type Load } from "../run.ts";

const LOOK_AGAIN_MS = 1_000;
const READY_WITHIN_MS = 20_000;
/** More than a slice, so that the sweep has to go on with what a start has begun. */
const ITEMS = 210;

/**
 * Batches of payouts, each started by two requests at once: one of them starts it, each item is paid once or fails, and
 * the batch ends.
 */
export const load: Load = {
  name: "payout batches",
  share: 0.005,
  async start({ platform, client }) {
    const { merchants, bank, ownerUrl } = platform;
    const started = new Map<string, AccountNumber[]>();
    const violations: string[] = [];

    return {
      async act(random) {
        const { liveKey: key } = random.pick(merchants);
        const paid = Array.from({ length: ITEMS }, () => random.pick(accounts));
        const items = paid.map((accountNumber) => ({
          amount: { value: 10_000 + Math.floor(random.between(0, 100_000)), currency: "NGN" },
          destination: { bankCode: "044", accountNumber },
        }));
        const idempotencyKey = `batch-${random.next()}-${random.next()}`;
        const made = await client.send(
          "POST",
          "/v1/payout-batches",
          { key, idempotencyKey, body: { items } },
          random,
        );
        // Three of a merchant may wait at a time.
        if (made.error?.code === "STATE_CONFLICT") return;
        if (made.status !== 201) {
          violations.push(`a batch was refused: ${made.status} ${made.error?.code}`);
          return;
        }
        const path = `/v1/payout-batches/${made.data.reference as string}`;
        const statusNow = async () => (await client.send("GET", path, { key }, random)).data?.status;
        const giveUpAt = Date.now() + READY_WITHIN_MS;
        for (let status = await statusNow(); status !== "ready"; status = await statusNow()) {
          // The bank's names are out of reach for longer.
          if (Date.now() > giveUpAt)
            return void (await client.send("POST", `${path}/cancel`, { key }, random));
          if (status !== "validating" && status !== undefined) {
            violations.push(`${path} is ${status}, and nobody has started it`);
            return;
          }
          await sleep(LOOK_AGAIN_MS);
        }
        const body = { confirmClose: true, allowDuplicates: true };
        const start = () => client.send("POST", `${path}/start`, { key, body }, random);
        const told = await Promise.all([start(), start()]);
        const codes = told.flatMap(({ error }) => error?.code ?? []);
        if (codes.some((code) => code !== "STATE_CONFLICT"))
          violations.push(`the start of ${path} was refused: ${codes.join(", ")}`);
        else started.set(made.data.reference as string, paid);
      },
      countUnfinished: async () => {
        const [row] = await runSql<{ unfinished: string }>(
          ownerUrl,
          "select count(*) as unfinished from payout_batches where environment = 'live' and status = 'processing'",
        );
        return Number(row!.unfinished);
      },
      async findViolations() {
        const rows = await runSql<{
          batch: string;
          status: string;
          place: number;
          payout: string | null;
          ended: string | null;
          amount: string;
        }>(
          ownerUrl,
          `select b.reference as batch, b.status, i.place, p.reference as payout, p.status as ended, i.amount
          from payout_batches b join payout_batch_items i on i.batch_id = b.id left join payouts p on p.id = i.payout_id
          where b.environment = 'live' and b.runs > 0`,
        );
        const found = Map.groupBy(rows, ({ batch }) => batch);
        for (const [reference, paid] of started) {
          const items = found.get(reference) ?? [];
          if (items.length !== paid.length)
            violations.push(coded("WRITE_LOST", `${reference} has ${items.length} of ${paid.length} items`));
          for (const { place, payout, ended, status, amount } of items) {
            const item = `item ${place} of ${reference}, which is ${status},`;
            const outcome = outcomes[paid[place]!];
            const transfer = bank.provider.transfers.get(payout ?? "");
            if (ended !== outcome || status !== "completed") violations.push(`${item} is ${ended}`);
            if (transfer === undefined)
              violations.push(coded("NEVER_SENT", `${item} was never sent to the bank`));
            else if (transfer.status !== outcome || transfer.amount.value !== Number(amount))
              violations.push(`${item} is ${transfer.status} at the bank, of ${transfer.amount.value}`);
          }
        }
        const [twice] = await runSql<{ items: string }>(
          ownerUrl,
          `select count(*) as items from (
            select from payouts where batch_id is not null group by batch_id, batch_place having count(*) > 1
          ) twice`,
        );
        if (twice!.items !== "0")
          violations.push(coded("SENT_AGAIN", `${twice!.items} items of batches have two payouts`));
        return violations;
      },
    };
  },
};
