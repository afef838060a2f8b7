-- Carries out one transfer of the sandbox bank. Returns the account number of the first of its reference. Processes of
-- the version before call it: record_sandbox_transfers() has the rules.
create or replace function record_sandbox_transfer(
  p_reference text, p_amount bigint, p_currency text, p_bank_code text, p_account_number text
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform record_sandbox_transfers(jsonb_build_array(jsonb_build_object(
    'reference', p_reference, 'amount', p_amount, 'currency', p_currency, 'bank_code', p_bank_code,
    'account_number', p_account_number
  )));
  return (select account_number from sandbox_transfers where reference = p_reference);
end
$$;
