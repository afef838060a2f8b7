-- Returns the ledger account that move_float() moves money from or to: the float of a live gateway, or 'bank', a bank
-- account of the platform's owner. Null if it is neither.
create or replace function float_place(p_place text, p_currency text) returns bigint
language sql stable
begin atomic
  select a.id from ledger_accounts a
  where a.merchant_id is null and a.environment = 'live' and a.currency = p_currency
    and a.kind = case p_place when 'bank' then 'owner' else 'float_' || p_place end;
end;
