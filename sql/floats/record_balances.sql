-- Records a live gateway's answer to a balance poll (claim_balance_poll). p_balances: an array of {currency, amount},
-- in minor units as text, kept beside our books of now (float_explanations). The balance of a currency that is missing
-- is deleted, since it is no longer known. Null: the gateway does not report its balance. p_problem: why there is no
-- answer; the last balances then stay. p_most_under_way: with so many payouts in progress or more, they are not added
-- up. Returns false, and records nothing, if it was polled again since: a later answer may be there already.
create or replace function record_balances(
  p_gateway text, p_poll bigint, p_balances jsonb, p_problem text, p_most_under_way bigint default 100000
) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update balance_polls q
  set problem = case
      when p_problem is not null then left(p_problem, 200)
      when p_balances is null then 'it does not report its balance'
      when p_balances = '[]' then 'it names no currency of ours'
    end,
    unanswered_since = case when p_problem is not null or p_balances = '[]' then q.unanswered_since end
  where (q.gateway, q.poll) = (p_gateway, p_poll);
  if not found then
    return false;
  end if;
  if p_problem is not null or p_balances is null then
    return true;
  end if;
  delete from provider_balances b using floats f
  where f.account_id = b.account_id and f.gateway = p_gateway
    and not exists (
      select from jsonb_to_recordset(p_balances) r (currency text) where r.currency = f.currency
    );
  insert into provider_balances as b (account_id, balance, read_at, held, on_its_way, unsettled, unreported_fees)
  select e.account_id, r.amount, now(), e.held, e.on_its_way, e.unsettled, e.unreported_fees
  from jsonb_to_recordset(p_balances) r (currency text, amount bigint)
  join float_explanations(p_gateway, p_most_under_way) e on e.currency = r.currency
  on conflict (account_id) do update
    set balance = excluded.balance, read_at = excluded.read_at, held = excluded.held,
      on_its_way = excluded.on_its_way, unsettled = excluded.unsettled, unreported_fees = excluded.unreported_fees;
  return true;
end
$$;
