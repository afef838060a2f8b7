-- Stores a provider's report of a recorded transaction that contradicts its first report. For record_credit() only,
-- which has locked the credit. p_amount is in minor units of p_currency. Returns 'discrepancy' if this contradiction is
-- new, else 'repeated'; also, storing nothing, beyond twenty for one credit, so that ever new amounts don't fill the
-- table.
create or replace function keep_credit_discrepancy(
  p_credit_id bigint, p_recipient text, p_amount bigint, p_currency text
) returns text
language plpgsql set search_path = public, pg_temp as $$
begin
  update credit_discrepancies d set times_reported = d.times_reported + 1, last_reported_at = now()
  where (d.credit_id, d.recipient, d.amount, d.currency) = (p_credit_id, p_recipient, p_amount, p_currency);
  if found or (select count(*) >= 20 from credit_discrepancies d where d.credit_id = p_credit_id) then
    return 'repeated';
  end if;
  insert into credit_discrepancies (credit_id, recipient, amount, currency)
  values (p_credit_id, p_recipient, p_amount, p_currency);
  return 'discrepancy';
end
$$;
