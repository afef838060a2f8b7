-- Plans polls of the payouts that a provider's statement contradicts, once for each difference, a thousand at most: the
-- sweep queues the polls, and the provider's answer is booked, or waits for a person, as usual. Returns how many. The
-- answer to a poll in progress no longer counts: it may be older. Moves no money.
--
-- A payout that is processing through another provider is marked for review, and not sent again: it may be paid twice
-- (duplicate_gateway, as in record_provider_notice).
--
-- A pending payout was never sent, according to our books, so no provider can be polled: it is held, even if a person
-- released it before, and not sent until a person decides (decide_held_payout). One that waits for approval or for its
-- destination is held from when it is pending. A canceled one stays as it is. Locks the payouts in the order of their
-- ids, and skips locked ones.
create or replace function poll_differences() returns integer
language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  payout_ids bigint[];
  elsewhere jsonb;
begin
  payout_ids := array(
    select p.id from payouts p
    where p.id in (
      select d.payout_id from reconciliation_differences d
      where d.state = 'open' and d.polled_at is null and d.payout_id is not null
      order by d.id limit 1000
    )
    order by p.id for update skip locked
  );
  with polled as (
    update reconciliation_differences d set polled_at = now()
    where d.state = 'open' and d.polled_at is null and d.payout_id = any (payout_ids)
    returning d.payout_id, d.gateway, d.kind
  )
  select coalesce(jsonb_object_agg(a.payout_id, a.gateway), '{}') into elsewhere
  from polled a join payouts p on p.id = a.payout_id
  where a.kind = 'wrong_provider' and p.status = 'processing';
  update payouts p set held_since = coalesce(p.held_since, now())
  where p.id = any (payout_ids) and p.status = 'pending';
  insert into payout_holds as h (payout_id, cause)
  select p.id, 'statement' from payouts p
  where p.id = any (payout_ids) and p.status in ('needs_destination', 'awaiting_approval', 'pending')
  on conflict (payout_id) do update
    set cause = 'statement', decision = null, decided_at = null,
      held_at = case when h.decision is null then h.held_at else now() end;
  -- Others of their merchants come next.
  perform queue_next_jobs('execute_payout', array_agg(distinct p.merchant_id), p.environment)
  from payouts p
  where p.id = any (payout_ids) and p.status = 'pending'
  group by p.environment;
  update payouts p
  set next_confirmation_at = now(), fence = p.fence + 1, not_found_since = null, unsent_since = null,
    refused_for = null, sent_through = coalesce(p.sent_through, gateway_by_statement(p)),
    duplicate_gateway = coalesce(elsewhere ->> p.id::text, p.duplicate_gateway),
    needs_review = elsewhere ? p.id::text
      or p.needs_review and (p.status <> 'processing' or coalesce(p.duplicate_gateway, p.contradicted_by) is not null)
  where p.id = any (payout_ids) and p.status in ('processing', 'succeeded', 'failed', 'reversed');
  return cardinality(payout_ids);
end
$$;
