-- Schedules the next time the provider is asked about a payout whose outcome it did not know: 10 s, 30 s, 1, 2, 4, 10
-- and 30 min after it was sent, then every hour up to 24 h. After that the payout stays as it is and is marked for
-- review. A success that the provider may have taken back is asked about at the same distances from the time until
-- which it may. What the provider reported by itself, and is not on record, is asked about at the same distances from
-- the time of that notice. A payout that an operator had asked about, and that needs no result, is left alone. When the
-- time has come, the sweep queues the question. p_fence is what the claim returned. p_not_found: the provider said that
-- it knows no such payout; not_found_since is when it began to say nothing else. Returns the time; null if none is
-- left, nothing is to be asked, or a newer claim took over. Locks the payout.
create or replace function schedule_payout_confirmation(
  p_payout_id bigint, p_fence bigint, p_not_found boolean default false
) returns timestamptz
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  distances constant interval[] := array[
    interval '10 s', '30 s', '1 min', '2 min', '4 min', '10 min', '30 min'
  ] || array(select make_interval(hours => h) from generate_series(1, 24) h);
  payout payouts;
  starts_at timestamptz;
  noticed_at timestamptz;
  next_time timestamptz;
  present timestamptz;
begin
  select * into strict payout from payouts p where p.id = p_payout_id for update;
  if payout.fence <> p_fence or payout.next_confirmation_at is null then
    return null;
  end if;

  present := business_now(payout.merchant_id, payout.environment);
  starts_at := case
    when payout.status = 'processing' then payout.submitted_at
    when payout.status = 'succeeded' and payout.confirmed_at is null then payout.reversible_until
  end;
  select max(n.received_at) into noticed_at
  from provider_notices n
  where n.payout_id = p_payout_id
    and n.event <> 'transfer.' || case payout.status when 'succeeded' then 'success' else payout.status end;
  -- The first time that is still ahead: times missed in an outage are skipped.
  select min(start + distance) into next_time
  from unnest(array[starts_at, noticed_at]) start, unnest(interval '0' || distances) distance
  where start + distance > present;
  update payouts p
  set confirmations = p.confirmations + 1, next_confirmation_at = next_time,
    not_found_since = case when p_not_found then coalesce(p.not_found_since, present) end,
    needs_review = p.needs_review or (coalesce(starts_at, noticed_at) is not null and next_time is null)
  where p.id = p_payout_id;
  return next_time;
end
$$;
