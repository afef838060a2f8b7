-- Makes a database that was restored to an earlier moment safe to work on, for an operator, before any worker starts.
-- The bank may have carried out payouts in progress at that moment, and merchants may have canceled them since.
--
-- Stops all live payouts, until release_payouts(). Each pending one becomes 'processing', as though it had just been
-- sent through p_gateway (as in LIVE_GATEWAYS): it can't be canceled any more, the bank is polled, and unless the bank
-- knows it a person may decide it. So does a refund that needs a destination, which may have got one since, and one
-- that waits for approval: from here they are never sent (may_send_payout). Those that were processing are polled now;
-- one that needed a person still does, until the bank knows. Nothing is sent, or sent again, before the release;
-- payouts to a blocked recipient (block_recipient) never are. Money stays where it is.
--
-- May be called again. Returns how many payouts there were in each status at the moment, their sum in kobo, and when
-- the first and the last were made. Raises PB008 while workers run. Locks the batches under way and the payouts.
create or replace function hold_after_restore(p_gateway text, p_acting acting)
returns table (status_at_the_moment text, payouts bigint, amount bigint, first_at timestamptz, last_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  under_way payouts[];
begin
  -- Twice the term of a lease.
  if exists (select from worker_processes w where w.heartbeat_at > now() - interval '6 seconds') then
    raise exception 'workers run on this database: stop them, wait ten seconds, and try again' using errcode = 'PB008';
  end if;
  perform pg_advisory_xact_lock(hashtext('payout_freezes'));
  insert into payout_freezes (environment) values ('live')
  on conflict on constraint payout_freeze_is_kept_once do nothing;

  -- Since then, items of batches may have become payouts, and batches been approved.
  perform pay_batch_slice(b, 10000) from payout_batches b
  where b.environment = 'live' and b.status in ('awaiting_approval', 'processing')
  order by b.id for update;
  delete from approvals a where a.environment = 'live' and a.batch_id is not null;
  update payout_batches b set status = 'processing' where b.environment = 'live' and b.status = 'awaiting_approval';

  -- A payout held because of its recipient may have been released since, and sent. So the bank is polled about it too,
  -- but it is not sent from here.
  perform hold_blocked_payouts(array(
    select p.id from payouts p where p.environment = 'live' and p.status = 'pending' order by p.id for update
  ));
  update payout_holds h set decision = 'refuse', decided_at = now()
  from payouts p
  where p.id = h.payout_id and h.decision is null and p.environment = 'live'
    and p.status in ('needs_destination', 'awaiting_approval', 'pending');

  select coalesce(array_agg(p), '{}') into under_way
  from (
    select * from payouts p
    where p.environment = 'live' and p.status in ('needs_destination', 'awaiting_approval', 'pending', 'processing')
    order by p.id for update
  ) p;
  -- Somebody may have approved it since: the bank is polled, but it is not sent from here.
  insert into payout_holds (payout_id, cause, decision, decided_at)
  select u.id, 'approval', 'refuse', now() from unnest(under_way) u where u.status = 'awaiting_approval'
  on conflict (payout_id) do nothing;
  delete from approvals a where a.payout_id in (select u.id from unnest(under_way) u);
  update payouts p
  set status = 'processing', fence = p.fence + 1, held_since = null, updated_at = now(),
    -- Called again, it finds those processing that it made so.
    needs_review = p.needs_review or p.status <> 'processing',
    next_confirmation_at = now(),
    not_found_since = null, unsent_since = null, refused_for = null,
    submitted_at = case p.status when 'processing' then p.submitted_at else now() end,
    sent_through = case p.status when 'processing' then p.sent_through else p_gateway end
  where p.id in (select u.id from unnest(under_way) u);
  perform log_action(
    null, 'live', 'restore hold', freeze_name(null, null, null), null,
    jsonb_build_object('payouts', cardinality(under_way), 'gateway', p_gateway), p_acting
  );
  return query
  select u.status, count(*), sum(u.amount)::bigint, min(u.created_at), max(u.created_at)
  from unnest(under_way) u
  group by u.status
  order by u.status;
end
$$;
