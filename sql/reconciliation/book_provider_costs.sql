-- Books what a provider charged for the lines of a statement, a journal for each line with a fee: the provider holds
-- less for us (its float), and it cost us (provider_costs). For finish_statement() alone. Both accounts are the
-- system's, without a stored balance, so nothing is locked.
-- Raises the unique violation ledger_journal_is_posted_once for a line that was booked before.
create or replace function book_provider_costs(p_statement provider_statements) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  with lines as materialized (
    select l.id, l.provider || ':' || l.line_id as subject, l.currency, l.fee
    from provider_statement_lines l
    where l.provider = p_statement.provider and l.day between p_statement.from_day and p_statement.to_day
      and l.statement_id = p_statement.id and l.fee > 0
  ), journals as (
    insert into ledger_journals (kind, subject, environment, currency)
    select 'provider_fee_charged', l.subject, 'live', l.currency from lines l order by l.id
    returning id, subject
  )
  insert into ledger_entries (journal_id, account_id, environment, currency, amount)
  select j.id, a.id, 'live', l.currency, case a.kind when 'provider_costs' then -l.fee else l.fee end
  from lines l
  join journals j on j.subject = l.subject
  join ledger_accounts a on a.merchant_id is null and a.environment = 'live' and a.currency = l.currency
    and a.kind in ('float_' || p_statement.provider, 'provider_costs')
  order by l.id, a.id;
end
$$;
