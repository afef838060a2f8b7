-- What each live gateway holds for us by our books, in minor units, and when that last changed (null: never).
create or replace view float_balances as
select f.account_id, f.gateway, f.currency, (f.held + coalesce(c.change, 0))::bigint as held, f.minimum,
  greatest(f.changed_at, c.changed_at) as changed_at
from floats f
left join (
  select n.account_id, sum(n.change) as change, max(n.changed_at) as changed_at from float_changes n
  group by n.account_id
) c on c.account_id = f.account_id;
