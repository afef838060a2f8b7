-- Records what a live gateway answered to a question for its balance (claim_balance_question). p_balances: an array of
-- {currency, amount}, in minor units as text, kept beside what our books say now (float_explanations). A currency that
-- it does not name keeps its last reading. p_problem: why there is no answer; the last readings stay. Returns false,
-- and records nothing, where it was asked again since: a later answer may be there already.
create or replace function record_balances(p_gateway text, p_question bigint, p_balances jsonb, p_problem text)
returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update balance_questions q set problem = left(p_problem, 200)
  where (q.gateway, q.question) = (p_gateway, p_question);
  if not found then
    return false;
  end if;
  insert into provider_balances as b (account_id, balance, read_at, held, on_its_way, unsettled, untold_fees)
  select e.account_id, said.amount, now(), e.held, e.on_its_way, e.unsettled, e.untold_fees
  from jsonb_to_recordset(coalesce(p_balances, '[]')) said (currency text, amount bigint)
  join float_explanations(p_gateway) e on e.currency = said.currency
  on conflict (account_id) do update
    set balance = excluded.balance, read_at = excluded.read_at, held = excluded.held,
      on_its_way = excluded.on_its_way, unsettled = excluded.unsettled, untold_fees = excluded.untold_fees;
  return true;
end
$$;
