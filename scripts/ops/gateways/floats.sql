-- When: a gateway refuses payouts because it has no money left, a float is low, or before you move money.
-- Shows what each live gateway holds by our books, in kobo (cents for USD), whether that is below its minimum, and the
-- payouts being sent through it, which leave it once they succeed. reported_balance: the balance that its provider
-- reported at reported_at. difference: how much more that is than our books had then; unexplained_shortfall: how much
-- of a missing amount has no explanation. problem: why the last poll, at polled_at, got no answer. Changes nothing.
select f.gateway, f.currency, f.held, f.minimum, coalesce(f.held < f.minimum, false) as is_low,
  coalesce(w.payouts, 0) as payouts, coalesce(w.amount, 0) as on_its_way, f.changed_at, s.balance as reported_balance,
  s.read_at as reported_at, s.difference, s.unexplained_shortfall, q.polled_at, q.problem
from float_balances f
left join payouts_under_way() w on (w.gateway, w.currency) = (f.gateway, f.currency)
left join float_shortfalls s on s.account_id = f.account_id
left join balance_polls q on q.gateway = f.gateway
order by f.currency, f.gateway;
