-- When: a merchant asks where a payout is, or payouts seem slow.
-- Lists payouts that are not final, oldest first, with the live gateway that each was sent through, the time of the
-- next poll and its job, or since when a freeze holds them, or since when they are claimed and not sent (unsent_since).
-- Changes nothing.
select p.reference, p.environment, p.status, p.amount, p.sent_through, p.created_at, p.held_since, p.unsent_since,
  p.next_confirmation_at, j.task as job, j.attempts, j.locked_by
from payouts p
left join queued_jobs j on j.key in ('execute_payout:' || p.id, 'confirm_payout:' || p.id)
where p.status in ('pending', 'processing')
order by p.created_at, p.id
limit 10000;
