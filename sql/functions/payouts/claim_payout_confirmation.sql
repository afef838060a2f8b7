-- claim_payout_confirmation(payout_id) takes a payout whose fate is to be asked for, for one worker, and returns its
-- row; nothing where there is nothing to ask. Writes of earlier claims have no effect from now on.
create or replace function claim_payout_confirmation(payout_id bigint) returns setof payouts
language plpgsql volatile set search_path = public, pg_temp as $$
begin
  return query
  update payouts set fence = fence + 1
  where id = payout_id and next_confirmation_at is not null
  returning *;
end
$$;
