-- Serializes changes of a tenant's payout accounts until the transaction ends, so that each counts the others.
create or replace function lock_payout_accounts(p_merchant_id bigint, p_environment text) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('payout_accounts:' || p_environment, p_merchant_id));
end
$$;
