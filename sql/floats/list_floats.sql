-- Returns what each live gateway holds for us by our books, for an operator, and whether that is below its minimum.
-- payouts and on_its_way: how many payouts sent through it have no result yet, and their amounts, which leave the float
-- once they succeed. Amounts are in minor units. Reads all payouts in progress, by an index.
--
-- reported_balance: the balance that its provider reported at reported_at. difference: how much more that is than our
-- books had then; unexplained_shortfall: how much of a missing amount has no explanation (float_shortfalls). problem:
-- why the last poll, at polled_at, got no answer.
create or replace function list_floats()
returns table (
  gateway text, currency text, held bigint, minimum bigint, is_low boolean, payouts bigint, on_its_way bigint,
  changed_at timestamptz, reported_balance bigint, reported_at timestamptz, difference bigint,
  unexplained_shortfall bigint, polled_at timestamptz, problem text
)
language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  return query
  select f.gateway, f.currency, f.held, f.minimum, coalesce(f.held < f.minimum, false), coalesce(w.payouts, 0),
    coalesce(w.amount, 0), f.changed_at, s.balance, s.read_at, s.difference, s.unexplained_shortfall, q.polled_at,
    q.problem
  from float_balances f
  left join payouts_under_way() w on (w.gateway, w.currency) = (f.gateway, f.currency)
  left join float_shortfalls s on s.account_id = f.account_id
  left join balance_polls q on q.gateway = f.gateway
  order by f.currency, f.gateway;
end
$$;
