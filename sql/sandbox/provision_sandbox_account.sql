-- Returns the sandbox's account number for a reference, always the same.
create or replace function provision_sandbox_account(p_reference text) returns text
language sql security definer set search_path = public, pg_temp as $$
  insert into sandbox_accounts as a (reference, account_number)
  values (p_reference, nextval('sandbox_account_numbers')::text)
  on conflict (reference) do update set reference = a.reference
  returning account_number;
$$;
