-- Claims a pending payout and returns its row; no row if it is not pending. Processes of the version before call it:
-- claim_payouts() has the rules.
create or replace function claim_payout(p_payout_id bigint) returns setof payouts
language sql volatile security definer set search_path = public, pg_temp as $$
  select (c.payout).* from claim_payouts(array[p_payout_id], true) c where c.result = 'claimed'
$$;
