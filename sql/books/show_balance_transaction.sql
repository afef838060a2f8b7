-- Returns a merchant's entry as list_balance_transactions() does; null if the account is not its own, or has no such
-- entry.
create or replace function show_balance_transaction(
  p_merchant_id bigint, p_environment text, p_account_id bigint, p_journal_id bigint
) returns json
language sql stable security definer set search_path = public, pg_temp as $$
  select balance_transaction_json(e, j)
  from ledger_accounts a
  join ledger_entries e on e.account_id = a.id
  join ledger_journals j on (j.id, j.environment, j.currency) = (e.journal_id, e.environment, e.currency)
  where a.id = p_account_id and e.journal_id = p_journal_id
    and (a.merchant_id, a.environment, a.kind) = (p_merchant_id, p_environment, 'available')
$$;
