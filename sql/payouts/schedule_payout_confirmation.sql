-- Schedules the next poll of a payout without a known result: at intervals that grow with the time since it was sent,
-- for 24 hours (next_poll_time). After that the payout stays as it is and is marked for review. A success that the
-- provider may have taken back, or a failure that it may have paid, is polled at the same intervals from the time until
-- which it may (reversible_until). A provider's own report that is not on record is polled at the same intervals from
-- its notice. A payout that an operator had polled, and that needs no result, is left alone. When the time has come,
-- the sweep queues the poll. p_fence is what the claim returned. p_not_found: the provider reported that it knows no
-- such payout; not_found_since is when it began to report nothing else. p_was_polled: false if the poll was not made,
-- which means nothing: it is due again within a minute, in these 24 hours. p_refused_for: its gateway got it and
-- refused it for this reason (no_float, bank_unreachable or unavailable), and has not accepted it since; recorded, so
-- that it goes elsewhere once "not found" counts. p_within: poll before this is over, in these 24 hours. Returns the
-- time; null if none is left, no poll is needed, or a newer claim took over. Locks the payout.
create or replace function schedule_payout_confirmation(
  p_payout_id bigint, p_fence bigint, p_not_found boolean default false, p_was_polled boolean default true,
  p_refused_for text default null, p_within interval default null
) returns timestamptz
language plpgsql security definer set search_path = public, pg_temp as $$
declare
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
    when payout.status in ('succeeded', 'failed') and payout.confirmed_at is null then payout.reversible_until
  end;
  select max(n.received_at) into noticed_at
  from provider_notices n
  where n.payout_id = p_payout_id
    and n.event <> 'transfer.' || case payout.status when 'succeeded' then 'success' else payout.status end;
  next_time := least(next_poll_time(starts_at, present), next_poll_time(noticed_at, present));
  next_time := case when next_time is not null then least(next_time, present + p_within) end;
  if next_time is not null and not p_was_polled then
    next_time := least(next_time, present + interval '1 minute');
  end if;
  perform keep_payout_refusal(payout, p_refused_for, false);
  update payouts p
  set confirmations = p.confirmations + p_was_polled::integer, next_confirmation_at = next_time,
    refused_for = p_refused_for,
    not_found_since = case
      when not p_was_polled then p.not_found_since
      when p_not_found then coalesce(p.not_found_since, present)
    end,
    needs_review = p.needs_review or (coalesce(starts_at, noticed_at) is not null and next_time is null)
  where p.id = p_payout_id;
  return next_time;
end
$$;
