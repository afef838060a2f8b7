-- Locks the ledger accounts of merchants, in id order, until the transaction ends. Without p_waits it skips those that
-- somebody else has locked, and returns whose they are.
create or replace function lock_balances(
  p_merchants bigint[], p_environments text[], p_currencies text[], p_waits boolean
) returns bigint[]
language plpgsql set search_path = public, pg_temp as $$
begin
  -- Array conditions, because the planner then always uses the index.
  if p_waits then
    perform from ledger_accounts a
    where a.merchant_id = any (p_merchants) and a.environment = any (p_environments) and a.currency = any (p_currencies)
    order by a.id for update;
    return '{}';
  end if;
  return array(
    select distinct a.merchant_id from ledger_accounts a
    where a.merchant_id = any (p_merchants) and a.environment = any (p_environments) and a.currency = any (p_currencies)
      and a.id <> all (array(
        select id from ledger_accounts
        where merchant_id = any (p_merchants) and environment = any (p_environments) and currency = any (p_currencies)
        order by id for update skip locked
      ))
  );
end
$$;
