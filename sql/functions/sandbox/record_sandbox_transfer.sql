-- Carries out a transfer of the sandbox bank once per reference; a repeat is counted. Returns the account number of the
-- first, which decides the outcome. p_amount is in minor units.
create or replace function record_sandbox_transfer(
  p_reference text, p_amount bigint, p_currency text, p_bank_code text, p_account_number text
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  paid_to text;
begin
  insert into sandbox_transfers as t (reference, amount, currency, bank_code, account_number)
  values (p_reference, p_amount, p_currency, p_bank_code, p_account_number)
  on conflict (reference) do update set times_sent = t.times_sent + 1
  returning account_number into paid_to;
  return paid_to;
end
$$;
