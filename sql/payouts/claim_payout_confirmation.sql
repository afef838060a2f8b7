-- Claims a payout whose next poll is due, by the merchant's time, for one worker; no row if none is due. Writes of
-- earlier claims have no effect from now on. The merchant's next payout with a due poll gets a job. If the response is
-- never recorded, the poll is due again after ten seconds, which no task outlives.
create or replace function claim_payout_confirmation(p_payout_id bigint) returns setof claimed_payout
language plpgsql volatile rows 1 security definer set search_path = public, pg_temp as $$
declare
  payout payouts;
begin
  update payouts
  set fence = fence + 1, next_confirmation_at = business_now(merchant_id, environment) + interval '10 seconds'
  where id = p_payout_id and next_confirmation_at <= business_now(merchant_id, environment)
  returning * into payout;
  if found then
    perform queue_next_jobs('confirm_payout', array[payout.merchant_id], payout.environment);
    return next claim_of(payout);
  end if;
end
$$;
