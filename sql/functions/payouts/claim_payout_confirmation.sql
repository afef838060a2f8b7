-- Claims a payout whose question to the provider is due, for one worker, and returns its row; no row if there is
-- nothing to ask, or not yet. Due is judged in the merchant's time. Writes of earlier claims have no effect from now
-- on.
create or replace function claim_payout_confirmation(p_payout_id bigint) returns setof payouts
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  return query
  update payouts set fence = fence + 1
  where id = p_payout_id and next_confirmation_at <= business_now(merchant_id, environment)
  returning *;
end
$$;
