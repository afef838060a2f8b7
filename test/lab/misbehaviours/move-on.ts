import { setTimeout as sleep } from "node:timers/promises";
import type { Lane } from "./start-lane.ts";

/** Anything that hangs for longer hangs forever. */
const PATIENCE_MS = 180_000;

/** Waits until every payout is claimed, and no job for live money waits or runs. */
export async function untilIdle({ query }: Lane): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  const jobs = "select to_jsonb(j) as what from queue_live_money._private_jobs j";
  const pending = "select to_jsonb(p) as what from payouts p where status = 'pending'";
  for (let pauseMs = 50; ; pauseMs = Math.min(500, pauseMs * 1.5)) {
    const [row] = await query<{ waiting: string }>(
      `select (select count(*) from queue_live_money._private_jobs)
        + (select count(*) from payouts where status = 'pending') as waiting`,
    );
    if (row!.waiting === "0") return;
    if (performance.now() > deadline)
      throw new Error(`still waiting: ${JSON.stringify(await query(`${jobs} union all ${pending}`))}`);
    await sleep(pauseMs);
  }
}

/**
 * Advances to the next planned poll of payouts with this status, or to the next try of deferred ones, and waits until
 * that has happened.
 */
export async function untilNextPoll(lane: Lane, status: "processing" | "succeeded" | "failed") {
  await lane.query(
    `with due as (
      update payouts set next_confirmation_at = now(), reversible_until = least(reversible_until, now())
      where next_confirmation_at is not null and status = $1
      returning id
    )
    select enqueue_jobs('confirm_payout', ids) from (select array_agg(id) as ids from due) all_due where ids <> '{}'`,
    [status],
  );
  await untilIdle(lane);
}

/** An operator polls these payouts (scripts/ops/payouts/poll-payout.sql), whatever is in progress. */
export async function askAbout({ query }: Lane, references: readonly string[]): Promise<void> {
  // One at a time: a statement that locks several could deadlock with workers.
  for (const reference of references)
    await query(
      `select poll_payout(p.reference, row('misbehaviours', null, null, 'is it there?', null)::acting)
      from payouts p where p.reference = $1 and p.submitted_at is not null`,
      [reference],
    );
}

/** Lets enough time pass that a transfer the provider does not find counts as missing. */
export async function passTenMinutes({ query }: Lane): Promise<void> {
  await query("update payouts set not_found_since = not_found_since - interval '10 minutes'");
}

/** Lets a day pass, after which a provider is polled a last time. */
export async function passDay(lane: Lane): Promise<void> {
  await lane.query(
    "update payouts set submitted_at = submitted_at - interval '25 hours' where status = 'processing'",
  );
  await untilNextPoll(lane, "processing");
}
