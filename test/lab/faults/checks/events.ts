import { runSql } from "../../../helpers/database/run-sql.ts";
import { coded, type Check } from "../run.ts";

/** The receivers' records and ours: every event arrived, signed, and with its content. */
export const check: Check = {
  name: "every event is delivered, its bytes unchanged",
  find: async ({ platform: { ownerUrl, receivers } }) => {
    const rows = await runSql<{ reference: string; body: string; type: string; state: string }>(
      ownerUrl,
      `select e.reference, event_body(e) as body, e.type,
        json_build_object('status', e.delivery_status, 'attempts', e.attempts, 'retries', e.retries,
          'nextAttemptAt', e.next_attempt_at, 'claimedBy', e.claimed_by, 'claimedUntil', e.claimed_until,
          'round', e.delivery_round, 'createdAt', e.created_at, 'now', now(),
          'lastAttempt', (select json_build_object('at', a.sent_at, 'status', a.response_status, 'error', a.error)
            from webhook_attempts a where a.event_id = e.id order by a.number desc limit 1),
          'jobs', (select json_agg(j) from queued_jobs j where j.key like 'deliver%:' || e.id)
        )::text as state
      from events e where e.delivery_status <> 'not_sent'`,
    );
    const violations: string[] = [];
    for (const { reference, body, type, state } of rows) {
      const delivered = receivers.delivered.get(reference);
      if (delivered === undefined || delivered.acknowledged === 0)
        violations.push(`${type} ${reference} did not arrive: ${state}`);
      else if (delivered.differs || !delivered.body.equals(Buffer.from(body)))
        violations.push(`${type} ${reference} arrived with other bytes`);
    }
    if (receivers.forged > 0)
      violations.push(`${receivers.forged} deliveries had a signature that does not fit`);
    const known = new Set(rows.map(({ reference }) => reference));
    for (const reference of receivers.delivered.keys())
      if (!known.has(reference)) violations.push(`${reference} arrived, and there is no such event`);

    // Every final state is reported once.
    const untold = await runSql<{ reference: string; status: string; times: string }>(
      ownerUrl,
      `select p.reference, p.status, count(e.id) as times
      from payouts p
      left join events e on e.subject = p.reference
        and e.type = case when p.collection_id is null then 'payout.' else 'refund.' end || p.status
      where p.status in ('succeeded', 'failed', 'reversed')
      group by p.id having count(e.id) <> 1`,
    );
    violations.push(
      ...untold.map(({ reference, status, times }) =>
        coded(times === "0" ? "EVENT_LOST" : "EVENT_REPEATED", `${reference} is ${status}: ${times} events`),
      ),
    );
    return violations;
  },
};
