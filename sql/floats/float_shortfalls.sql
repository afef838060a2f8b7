-- The last balances that providers reported, in minor units, beside our books at that moment. difference: below zero if
-- the provider holds less. unexplained_shortfall: how much it holds less than float_explanations() accounts for; 0 if
-- nothing is missing, null if unknown.
create or replace view float_shortfalls as
select p.account_id, p.balance, p.read_at, p.balance - p.held as difference, p.on_its_way, p.unsettled,
  p.unreported_fees,
  case when p.on_its_way is not null and p.unsettled is not null and p.unreported_fees is not null
    then greatest(0, p.held - p.balance - p.on_its_way - p.unsettled - p.unreported_fees)
  end as unexplained_shortfall
from provider_balances p;
