-- Returns a merchant's balances as they were before p_at, as the API shows them; null if that is still to come.
create or replace function balances_at(p_merchant_id bigint, p_environment text, p_at timestamptz) returns json
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  books record;
begin
  select * into strict books from present_books(p_merchant_id, p_environment, null);
  if p_at > books.present then
    return null;
  end if;
  return (
    select coalesce(json_agg(json_build_object(
      'currency', a.currency,
      'available', money_json(balance_before(a.id, p_at, books.last_journal_id), a.currency),
      'reserved', money_json(balance_before(r.id, p_at, books.last_journal_id), r.currency)
    ) order by a.currency), '[]')
    from ledger_accounts a
    join ledger_accounts r using (merchant_id, environment, currency)
    where a.merchant_id = p_merchant_id and a.environment = p_environment
      and a.kind = 'available' and r.kind = 'reserved'
  );
end
$$;
