-- Schedules the next poll of a payout: at intervals that grow, for 24 hours (next_poll_time) since it was sent, if its
-- result is not known; since reversible_until, if the provider may have changed it; and since a provider's notice of a
-- result that is not on record. After that it is marked for review. One that needs no result is left alone. When the
-- time has come, the sweep queues the poll. Returns the time; null if none is left, no poll is needed, or a newer claim
-- took over. Locks the payout.
--
-- p_fence is what the claim returned. p_not_found: the provider knows no such payout. p_was_polled: false if the poll
-- was not made, which means nothing: it is due again within a minute. p_refused_for: its gateway got it and refused it
-- for this reason, and has not accepted it since; recorded, so that it goes elsewhere once "not found" counts.
-- p_within: poll before this is over. Both are within the 24 hours.
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
  if next_time is not null then
    next_time := least(
      next_time, present + p_within, case when not p_was_polled then present + interval '1 minute' end
    );
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
