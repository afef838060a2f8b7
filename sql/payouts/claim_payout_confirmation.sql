-- Claims a payout whose next status request to the provider is due, for one worker, and returns its row; no row if none
-- is planned, or not yet. Whether it is due counts by the merchant's time. Writes of earlier claims have no effect from
-- now on. The merchant's next payout with a request due gets a job. If nothing records what the provider responds, the
-- request is due again after ten seconds, which no task outlives.
--
-- p_sends_unsent: the worker sends what was deferred (defer_payout) through reroute_payout(). A worker of the version
-- before does not: it asks the gateway, and may send the payout again through it. So from its claim on the payout may
-- have been sent, and stays with that gateway.
create or replace function claim_payout_confirmation(p_payout_id bigint, p_sends_unsent boolean)
returns setof payouts
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  payout payouts;
begin
  update payouts
  set fence = fence + 1, next_confirmation_at = business_now(merchant_id, environment) + interval '10 seconds',
    unsent_since = case when p_sends_unsent then unsent_since end,
    refused_for = case when p_sends_unsent then refused_for end
  where id = p_payout_id and next_confirmation_at <= business_now(merchant_id, environment)
  returning * into payout;
  if found then
    perform queue_next_jobs('confirm_payout', payout.merchant_id, payout.environment);
    return next payout;
  end if;
end
$$;
