-- Returns the live accounts to poll for incoming money at p_present: for each gateway up to p_few that merchants
-- opened, and p_few that payers opened at checkout. So a gateway that doesn't answer delays no other's polls, and
-- strangers, who may open any number of accounts, don't delay those of merchants.
--
-- Merchants are served round robin: the first p_few with due accounts get one each, or more if they are fewer, each
-- starting with the most overdue. Merchants are ordered by a hash. The starting point moves every ten seconds, so that
-- all have the same chance; if it moved with every sweep, each would queue others while no worker is free.
--
-- Reads up to three hundred merchants, by one index row each, so that the cost is bounded however many accounts are
-- due, planned or done; with more merchants, others follow ten seconds later. Ordered by the index and never sorted:
-- see waiting_rows().
create or replace function due_account_polls(p_few integer, p_present timestamptz default now())
returns table (id bigint, merchant_id bigint)
language plpgsql stable set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_sort = off set enable_incremental_sort = off as $$
declare
  most_reads constant integer := 300;
  start constant integer := hashint8(floor(extract(epoch from p_present) / 10)::bigint);
begin
  return query
  select due.id, due.merchant_id
  from gateways g
  cross join (values (false), (true)) opened (by_payer)
  cross join lateral (
    with recursive merchants_read as (
      select 0 as reads, start as place, false as is_round, false as is_due
      union all
      select l.reads + 1, following.*
      from merchants_read l
      cross join lateral (
        (
          select hashint8(r.merchant_id), l.is_round, r.next_poll_at <= p_present
          from virtual_accounts r
          where r.provisioned_through = g.name and (r.payment_link_id is not null) = opened.by_payer
            and r.next_poll_at is not null and hashint8(r.merchant_id) > l.place
            and hashint8(r.merchant_id) <= case when l.is_round then start else 2147483647 end
          order by hashint8(r.merchant_id), r.next_poll_at limit 1
        )
        union all
        -- After the last merchant the first, up to the starting point.
        (
          select hashint8(r.merchant_id), true, r.next_poll_at <= p_present
          from virtual_accounts r
          where not l.is_round
            and r.provisioned_through = g.name and (r.payment_link_id is not null) = opened.by_payer
            and r.next_poll_at is not null and hashint8(r.merchant_id) <= start
          order by hashint8(r.merchant_id), r.next_poll_at limit 1
        )
        limit 1
      ) following
      where l.reads < most_reads
    ),
    shares as (
      select t.place, p_few / count(*) over () + (row_number() over () <= p_few % count(*) over ())::integer as share
      from (select l.place from merchants_read l where l.is_due limit p_few) t
    )
    select due.id, due.merchant_id
    from shares t
    cross join lateral (
      select r.id, r.merchant_id
      from virtual_accounts r
      where r.provisioned_through = g.name and (r.payment_link_id is not null) = opened.by_payer
        and hashint8(r.merchant_id) = t.place and r.next_poll_at <= p_present
      order by r.next_poll_at limit t.share
    ) due
  ) due;
end
$$;
