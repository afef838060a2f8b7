-- Stores final results that providers reported for claimed payouts, of any merchants: each 'succeeded', 'failed' or
-- 'reversed', with its journal and event. Takes a JSON array of payout_end.
--
-- fence is what the claim returned, and gateway the one it was for (null: the same). confirm_again_after: how long
-- after a success the provider may still reverse it, or after a failure that it may report that it has paid it. It is
-- polled again then. Returns a row for each, in order, with ordinal (from 1) and outcome:
--
--   done           this is its result
--   stale          a newer claim took over, or this result is on record already, as when a claim repeats it
--   contradiction  the provider reported something else before, or a person decided, or another gateway reports that it
--                  has paid what failed or came back here; or a success is late: no money moves, and the payout is
--                  marked for review
--   locked         somebody else has the payout, or a ledger account of its merchant, locked, or it is a refund, whose
--                  collection is locked too, or the call has an earlier result of it: nothing was done, finish it again
--                  with p_waits
--
-- A success under an older claim, because its worker was paused or its answer came late, is never dropped. If the
-- payout has failed since, or is with another gateway than the one that paid it, a person decides: duplicate_gateway
-- names the one that has paid it as well, and its float lacks that until it is claimed back or written off. If it is
-- processing, its gateway is polled again at once: a success settles the matter, and a failure is a contradiction.
--
-- p_sends: the caller delivers the event of a result that is done, if event_id is not null; otherwise it has a job.
--
-- Without p_waits nobody waits for another merchant. Locks the payouts in id order, the collections of refunds, then
-- the merchants' ledger accounts. Raises what post_journals() and emit_events() raise, for instance if one merchant's
-- balance does not cover its journal; then nothing of the call was done. Plans are made once (sql/README.md).
create or replace function finish_payouts(p_ends json, p_waits boolean, p_sends boolean)
returns table (ordinal bigint, outcome text, event_id bigint)
language plpgsql volatile security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  ends constant payout_end[] := array(select e from json_populate_recordset(null::payout_end, p_ends) e);
  ids constant bigint[] := array(select e.payout_id from unnest(ends) e);
  free bigint[] := lock_payouts(ids, p_waits);
  busy_merchants bigint[];
  early payout_end[];
  results text[];
  times timestamptz[];
  ended payouts[];
  event_ids bigint[];
begin
  if not p_waits then
    select lock_balances(array_agg(p.merchant_id), array_agg(p.environment), array_agg(p.currency), false)
    into busy_merchants from payouts p where p.id = any (free);
    free := array(select p.id from payouts p
      where p.id = any (free) and p.merchant_id <> all (busy_merchants) and p.collection_id is null);
  else
    perform from collections c where c.id in (select p.collection_id from payouts p where p.id = any (ids))
    order by c.id for update;
  end if;

  -- A reversal reported before the success: both happened, and both are recorded and reported.
  early := array(
    select (e.payout_id, e.fence, 'succeeded', null, null, null, e.gateway)::payout_end
    from unnest(ends) with ordinality e join payouts p on p.id = e.payout_id and p.fence = e.fence
    where p.id = any (free) and p.status = 'processing' and e.outcome = 'reversed'
      and array_position(ids, p.id) = e.ordinality
  );
  if cardinality(early) > 0 then
    perform finish_payouts(to_json(early), true, false);
  end if;

  select array_agg(case
      -- A further result is judged by what the first has made of the payout.
      when p.id <> all (free) or array_position(ids, p.id) < e.ordinality then 'locked'
      when is_old and e.outcome = 'succeeded' and (
        paid_elsewhere and p.status not in ('pending', 'canceled') and p.duplicate_gateway is distinct from e.gateway
        or p.status in ('processing', 'failed') and p.contradicted_by is distinct from 'succeeded'
      ) then case when paid_elsewhere then 'duplicate' else 'late' end
      when is_old then 'stale'
      -- While the provider may still change it, a repeated result confirms nothing.
      when p.status = e.outcome and e.outcome <> 'reversed' and p.confirmed_at is null and p.reversible_until > present
        then 'too_early'
      when p.status = e.outcome then 'repeated'
      when (p.status, e.outcome) in (('processing', 'succeeded'), ('processing', 'failed'), ('succeeded', 'reversed'))
        and p.decided_at is null and (e.outcome = 'succeeded' or p.duplicate_gateway is null)
        and (e.outcome <> 'failed' or p.contradicted_by is distinct from 'succeeded') then 'done'
      else 'contradiction'
    end order by e.ordinality), array_agg(present order by e.ordinality)
  into results, times
  from unnest(ends) with ordinality e
  join payouts p on p.id = e.payout_id
  cross join lateral (
    select coalesce(p.environment = 'live' and e.gateway <> p.sent_through, false) as paid_elsewhere,
      business_now(p.merchant_id, p.environment) as present,
      -- The success before a reversal has taken its fence.
      p.fence <> e.fence + (p.id in (select x.payout_id from unnest(early) x))::integer as is_old
  ) g;
  if cardinality(results) is distinct from cardinality(ends) then
    raise exception 'there is no such payout' using errcode = 'no_data_found';
  end if;

  if results && array['too_early', 'repeated', 'contradiction', 'late', 'duplicate'] then
    update payouts p set fence = p.fence + 1, next_confirmation_at = p.reversible_until
    from unnest(ends) with ordinality e
    where p.id = e.payout_id and results[e.ordinality] = 'too_early';
    update payouts p
    set fence = p.fence + 1, next_confirmation_at = null,
      confirmed_at = case e.outcome when 'succeeded' then coalesce(p.confirmed_at, times[e.ordinality]) end,
      reversible_until = case when e.outcome <> 'failed' then p.reversible_until end,
      -- Marked because no result came; now there is one. A contradiction stays for a person to decide.
      needs_review = p.needs_review
        and (p.contradicted_by is not null or p.duplicate_gateway is not null or p.reversible_until is null)
    from unnest(ends) with ordinality e
    where p.id = e.payout_id and results[e.ordinality] = 'repeated';
    update payouts p
    set needs_review = true, contradicted_by = e.outcome, next_confirmation_at = null, fence = p.fence + 1,
      updated_at = times[e.ordinality]
    from unnest(ends) with ordinality e
    where p.id = e.payout_id and results[e.ordinality] = 'contradiction';
    update payouts p
    set needs_review = true, fence = p.fence + 1, unsent_since = null, refused_for = null, not_found_since = null,
      duplicate_gateway = case results[e.ordinality] when 'duplicate' then e.gateway else p.duplicate_gateway end,
      contradicted_by = case results[e.ordinality] when 'duplicate' then p.contradicted_by else 'succeeded' end,
      next_confirmation_at = case
        when p.status = 'processing' then times[e.ordinality]
        when results[e.ordinality] = 'duplicate' then p.next_confirmation_at
      end
    from unnest(ends) with ordinality e
    where p.id = e.payout_id and results[e.ordinality] in ('late', 'duplicate');
  end if;
  if 'done' = any (results) then
    perform post_journals(array(
      select payout_decision(p, e.outcome)
      from unnest(ends) with ordinality e join payouts p on p.id = e.payout_id
      where results[e.ordinality] = 'done'
      order by e.ordinality
    ));
    with ending as (
      update payouts p
      set status = e.outcome, updated_at = times[e.ordinality], fence = p.fence + 1,
        needs_review = p.duplicate_gateway is not null, contradicted_by = null,
        settled_at = case when e.outcome = 'succeeded' then times[e.ordinality] else p.settled_at end,
        failure_code = case when e.outcome = 'failed' then e.failure_code end,
        failure_message = case when e.outcome = 'failed' then e.failure_message end,
        reversible_until = case when e.outcome <> 'reversed' then times[e.ordinality] + e.confirm_again_after
          else p.reversible_until end,
        next_confirmation_at = times[e.ordinality] + e.confirm_again_after
      from unnest(ends) with ordinality e
      where p.id = e.payout_id and results[e.ordinality] = 'done'
      returning p, e.ordinality
    )
    select array_agg(n.p order by n.ordinality) into ended from ending n;
    event_ids := emit_events(array(select payout_event(p) from unnest(ended) p), p_sends);
  end if;

  return query
  select r.ordinality, case
      when r.result in ('too_early', 'repeated') then 'stale'
      when r.result in ('late', 'duplicate') then 'contradiction'
      else r.result
    end,
    case when p_sends and r.result = 'done' then
      event_ids[count(*) filter (where r.result = 'done') over (order by r.ordinality)]
    end
  from unnest(results) with ordinality r (result, ordinality);
end
$$;
