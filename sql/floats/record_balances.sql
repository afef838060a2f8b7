-- Records what a live gateway answered to a question for its balance (claim_balance_poll). p_balances: an array of
-- {currency, amount}, in minor units as text, kept beside what our books say now (float_explanations). The reading of
-- a currency that it does not name goes: nobody knows any more what is held in it. Null: the gateway does not tell
-- what it holds. p_problem: why there is no answer, whatever p_balances is. Without balances by either the last
-- readings stay. p_most_under_way: from so many payouts under way on they are not added up. Returns false, and records
-- nothing, where it was asked again since: a later answer may be there already.
create or replace function record_balances(
  p_gateway text, p_question bigint, p_balances jsonb, p_problem text, p_most_under_way bigint default 100000
) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- An answer that names nothing answers nothing.
  update balance_polls q
  set problem = case
      when p_problem is not null then left(p_problem, 200)
      when p_balances is null then 'it does not tell its balance'
      when p_balances = '[]' then 'it names no currency of ours'
    end,
    unanswered_since = case when p_problem is not null or p_balances = '[]' then q.unanswered_since end
  where (q.gateway, q.question) = (p_gateway, p_question);
  if not found then
    return false;
  end if;
  if p_problem is not null or p_balances is null then
    return true;
  end if;
  delete from provider_balances b using floats f
  where f.account_id = b.account_id and f.gateway = p_gateway
    and not exists (
      select from jsonb_to_recordset(p_balances) said (currency text) where said.currency = f.currency
    );
  insert into provider_balances as b (account_id, balance, read_at, held, on_its_way, unsettled, untold_fees)
  select e.account_id, said.amount, now(), e.held, e.on_its_way, e.unsettled, e.untold_fees
  from jsonb_to_recordset(p_balances) said (currency text, amount bigint)
  join float_explanations(p_gateway, p_most_under_way) e on e.currency = said.currency
  on conflict (account_id) do update
    set balance = excluded.balance, read_at = excluded.read_at, held = excluded.held,
      on_its_way = excluded.on_its_way, unsettled = excluded.unsettled, untold_fees = excluded.untold_fees;
  return true;
end
$$;
