-- claim_payout(payout_id) takes a pending payout into processing, for one worker, and returns its row; nothing where
-- it is not pending (any more). From here on the bank may have been told: whoever finds the payout in processing asks
-- what happened, first ten seconds from now, and does not send by itself.
create or replace function claim_payout(payout_id bigint) returns setof payouts
language plpgsql volatile set search_path = public, pg_temp as $$
begin
  return query
  update payouts
  set status = 'processing', fence = fence + 1, submitted_at = business_now(merchant_id, environment),
    updated_at = business_now(merchant_id, environment),
    next_confirmation_at = business_now(merchant_id, environment) + interval '10 seconds'
  where id = payout_id and status = 'pending'
  returning *;
end
$$;
