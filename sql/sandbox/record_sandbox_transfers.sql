-- Carries out transfers of the sandbox bank, each once per reference; repeats are counted, also within one call. The
-- account number of the first decides the outcome. Takes a JSON array of {reference, amount (minor units), currency,
-- bank_code, account_number}. Locks rows of known references, in the order of the references.
create or replace function record_sandbox_transfers(p_transfers jsonb) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into sandbox_transfers as t (reference, amount, currency, bank_code, account_number, times_sent)
  select s.reference, min(s.amount), min(s.currency), min(s."bankCode"), min(s."accountNumber"), count(*)
  from jsonb_to_recordset(p_transfers)
    s (reference text, amount bigint, currency text, "bankCode" text, "accountNumber" text)
  group by s.reference
  order by s.reference
  on conflict (reference) do update set times_sent = t.times_sent + excluded.times_sent;
$$;
