-- Waits for the claims of payouts that are under way, ten seconds at most, and returns whether all of them have ended.
-- Called once a freeze or a listing has committed: a claim that begins later sees it (claim_payouts), and holds nothing
-- up. Waiting for the lock of the claims instead would hold up every claim that comes behind.
create or replace function await_payout_claims() returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  give_up_at constant timestamptz := clock_timestamp() + interval '10 seconds';
  earlier constant text[] := payout_claims();
begin
  while payout_claims() && earlier loop
    if clock_timestamp() > give_up_at then
      return false;
    end if;
    perform pg_sleep(0.05);
  end loop;
  return true;
end
$$;
