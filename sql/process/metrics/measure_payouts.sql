-- Returns the metrics of payouts by provider and bank, in numbers of payouts.
--
--   open     those that are not final, by state, with their age: 1m, 10m, 1h (younger than that) or older
--   recent   the results of the newest 2,000 final ones of each environment (succeeded, failed, reversed), without age
--
-- At most 1,000 open ones of each state and environment count:
--
--   pending, held   (by a freeze or because of their recipient) of the first 1,000 merchants that have any, an equal
--                   share each, so that however many one merchant has, it hides nobody else's. Those of further
--                   merchants are left out
--   processing      the oldest, of any merchant
--   review          (a person decides) the longest in review, 1,000 of both environments together
--
-- The ten banks with most of these payouts have their names, all others together are `other`; a gateway is the one that
-- the payout was given to, `none` before that, and `sandbox` in test. So there are few combinations, whatever merchants
-- send.
--
-- Reads only as far as needed in an index of each; a bitmap would cover all of it. Ordered by all columns of the index,
-- as ranges of one value, and without sorting, so that the planner uses it: see waiting_rows(). Plans are not compiled
-- (jit), which in PostgreSQL before 18 takes longer than all of this: role and connection set that too
-- (role-limits.ts), but a PgBouncer does not pass it on, nor may we change a role that an administrator made.
create or replace function measure_payouts()
returns table (
  measure text, environment text, state text, gateway text, bank text, age text, value double precision
)
language sql stable security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
  set jit = off as $$
  with found as materialized (
    select 'open' as measure, e.name as environment, 'pending' as state, one.*
    from (values ('live'), ('test')) e (name)
    cross join lateral (
      with having_any as materialized (
        select f.merchant_id from first_of_each_merchant(
          'payouts', e.name, 'status = ''pending'' and held_since is null', p_most => 1000
        ) f
      )
      select first.* from having_any h
      cross join lateral (
        select p.sent_through, p.bank_code, p.created_at from payouts p
        where p.environment = e.name and p.status = 'pending' and p.held_since is null
          and p.merchant_id between h.merchant_id and h.merchant_id
        order by p.merchant_id, p.id limit (select 1000 / count(*) from having_any)
      ) first
    ) one
    union all
    select 'open', e.name, 'held', one.*
    from (values ('live'), ('test')) e (name)
    cross join lateral (
      with having_any as materialized (
        select f.merchant_id from first_of_each_merchant(
          'payouts', e.name, 'status = ''pending'' and held_since is not null', p_most => 1000
        ) f
      )
      select first.* from having_any h
      cross join lateral (
        select p.sent_through, p.bank_code, p.created_at from payouts p
        where p.environment = e.name and p.status = 'pending' and p.held_since is not null
          and p.merchant_id between h.merchant_id and h.merchant_id
        order by p.merchant_id, p.id limit (select 1000 / count(*) from having_any)
      ) first
    ) one
    union all
    select 'open', e.name, 'processing', one.*
    from (values ('live'), ('test')) e (name)
    cross join lateral (
      select p.sent_through, p.bank_code, p.created_at from payouts p
      where p.environment between e.name and e.name and p.status = 'processing' and not p.needs_review
      order by p.environment, p.id limit 1000
    ) one
    union all
    select 'open', one.*
    from (
      select p.environment, 'review', p.sent_through, p.bank_code, p.created_at from payouts p
      where p.needs_review order by p.updated_at limit 1000
    ) one
    union all
    select 'recent', e.name, one.*
    from (values ('live'), ('test')) e (name)
    cross join lateral (
      select p.status, p.sent_through, p.bank_code, p.created_at from payouts p
      where p.environment between e.name and e.name and p.status in ('succeeded', 'failed', 'reversed')
      order by p.environment desc, p.id desc limit 2000
    ) one
  ), busiest as (
    select f.bank_code from found f group by f.bank_code order by count(*) desc, f.bank_code limit 10
  ), labelled as (
    select f.measure, f.environment, f.state,
      coalesce(f.sent_through, case f.environment when 'test' then 'sandbox' else 'none' end) as gateway,
      coalesce(b.name, 'other') as bank,
      case
        when f.measure = 'recent' then null
        -- A test clock may be ahead of the time.
        when f.created_at > now() - interval '1 minute' then '1m'
        when f.created_at > now() - interval '10 minutes' then '10m'
        when f.created_at > now() - interval '1 hour' then '1h'
        else 'older'
      end as age
    from found f
    left join (busiest join banks b on b.code = busiest.bank_code) on busiest.bank_code = f.bank_code
  )
  select l.measure, l.environment, l.state, l.gateway, l.bank, l.age, count(*)::double precision
  from labelled l
  group by l.measure, l.environment, l.state, l.gateway, l.bank, l.age
$$;
