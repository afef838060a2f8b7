-- Returns the transactions to poll at p_present, at most p_few: the first p_few merchants with due transactions get one
-- each, or more if they are fewer, each starting with the most overdue. Transactions without a merchant count as one
-- merchant's. So a merchant's many transactions delay no other's.
--
-- Merchants are served round robin in the order of a hash, a thousand at most are read, and nothing is sorted: see
-- due_account_polls().
create or replace function due_credit_notices(p_few integer, p_present timestamptz default now())
returns table (id bigint, merchant_id bigint)
language plpgsql stable set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_sort = off set enable_incremental_sort = off as $$
declare
  most_reads constant integer := 1000;
  start constant integer := hashint8(floor(extract(epoch from p_present) / 10)::bigint);
begin
  return query
  with recursive merchants_read as (
    select 0 as reads, start as place, false as is_round, false as is_due
    union all
    select l.reads + 1, following.*
    from merchants_read l
    cross join lateral (
      (
        select hashint8(coalesce(r.merchant_id, 0)), l.is_round, r.next_poll_at <= p_present
        from credit_notices r
        where r.next_poll_at is not null
          and hashint8(coalesce(r.merchant_id, 0)) > l.place
          and hashint8(coalesce(r.merchant_id, 0)) <= case when l.is_round then start else 2147483647 end
        order by hashint8(coalesce(r.merchant_id, 0)), r.next_poll_at limit 1
      )
      union all
      (
        select hashint8(coalesce(r.merchant_id, 0)), true, r.next_poll_at <= p_present
        from credit_notices r
        where not l.is_round and r.next_poll_at is not null and hashint8(coalesce(r.merchant_id, 0)) <= start
        order by hashint8(coalesce(r.merchant_id, 0)), r.next_poll_at limit 1
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
    from credit_notices r
    where hashint8(coalesce(r.merchant_id, 0)) = t.place and r.next_poll_at <= p_present
    order by r.next_poll_at limit t.share
  ) due;
end
$$;
