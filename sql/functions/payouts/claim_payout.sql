-- Claims a pending payout for one worker: sets it to 'processing' and returns its row; no row if it is not pending.
--
-- From here on the bank may have received the transfer. A worker that finds a payout in 'processing' asks the bank what
-- happened, first after ten seconds, and never sends it again by itself.
create or replace function claim_payout(p_payout_id bigint) returns setof payouts
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  return query
  update payouts
  set status = 'processing', fence = fence + 1, submitted_at = business_now(merchant_id, environment),
    updated_at = business_now(merchant_id, environment),
    next_confirmation_at = business_now(merchant_id, environment) + interval '10 seconds'
  where id = p_payout_id and status = 'pending'
  returning *;
end
$$;
