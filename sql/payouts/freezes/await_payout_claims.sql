-- Waits for payout claims in progress, ten seconds at most, and returns whether all of them have ended. Call it once a
-- freeze or block has committed: later claims see it (claim_payouts), and delay nothing. Waiting for the claims' lock
-- instead would delay every claim behind it.
create or replace function await_payout_claims() returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  deadline constant timestamptz := clock_timestamp() + interval '10 seconds';
  earlier constant text[] := payout_claims();
begin
  while payout_claims() && earlier loop
    if clock_timestamp() > deadline then
      return false;
    end if;
    perform pg_sleep(0.05);
  end loop;
  return true;
end
$$;
