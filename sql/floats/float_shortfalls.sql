-- What providers said last that they hold for us, in minor units, beside our books at that moment. difference: below
-- zero the provider holds less. short: by how much it holds less than all that may explain it (float_explanations)
-- leaves; 0 where it does not, and where it holds more; null where that is not known.
create or replace view float_shortfalls as
select p.account_id, p.balance, p.read_at, p.balance - p.held as difference, p.on_its_way, p.unsettled, p.untold_fees,
  case when p.on_its_way is not null and p.unsettled is not null and p.untold_fees is not null
    then greatest(0, p.held - p.balance - p.on_its_way - p.unsettled - p.untold_fees) end as short
from provider_balances p;
