-- Returns the payout freezes, for an operator: what is frozen, since when, by whom and why, and how many payouts each
-- holds (1,000 stands for more; a payout stopped by two freezes counts for both, and a gateway's freeze counts all held
-- ones). Payouts that no worker has fetched since the freeze are not counted yet.
create or replace function list_payout_freezes()
returns table (
  environment text, frozen text, merchant text, bank text, gateway text, frozen_at timestamptz, actor text, reason text,
  held bigint
)
language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  return query
  select f.environment, n.name, m.reference, f.bank_code, f.gateway, f.frozen_at, a.actor, a.reason, (
      select count(*) from (
        select from payouts p
        where p.environment = f.environment and p.status = 'pending' and p.held_since is not null
          and (f.merchant_id is null or p.merchant_id = f.merchant_id)
          and (f.bank_code is null or p.bank_code = f.bank_code)
          and not exists (select from payout_holds h where h.payout_id = p.id and h.decision is null)
        limit 1000
      ) h
    )
  from payout_freezes f
  left join merchants m on m.id = f.merchant_id
  cross join lateral (select freeze_name(m.reference, f.bank_code, f.gateway)) n (name)
  left join lateral (
    select l.actor, l.reason from audit_log l
    where l.target = n.name and l.action in ('payout freeze', 'restore hold') and l.environment = f.environment
    order by l.id desc limit 1
  ) a on true
  order by f.frozen_at
  limit 1000;
end
$$;
