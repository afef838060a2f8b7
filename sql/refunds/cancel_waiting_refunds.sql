-- Cancels refunds that have needed a destination for 90 days, by their merchants' time: the money and the charges are
-- back, and refund.canceled tells. Returns how many were due.
--
-- Covers an environment's refunds, and test refunds of the merchants in p_clocks by their test clocks; only the latter
-- if the environment is null. The hundred oldest of each: the next sweep takes more. What somebody else has locked
-- waits for the next sweep too, and so does a merchant with a locked ledger account, so that none holds up others.
-- With a null environment it waits for ledger accounts.
create or replace function cancel_waiting_refunds(p_environment text, p_clocks bigint[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  most constant integer := 100;
  due constant bigint[] := array(
    (select p.id from payouts p
      where p.environment = p_environment and p.status = 'needs_destination'
        and p.created_at <= now() - interval '90 days'
      order by p.created_at limit most)
    union
    (select late.id
      from test_clocks c
      cross join lateral (
        select p.id from payouts p
        where p.merchant_id = c.merchant_id and p.environment = 'test' and p.status = 'needs_destination'
          and p.collection_id is not null
          and p.created_at <= now() + make_interval(mins => c.offset_minutes) - interval '90 days'
        order by p.created_at limit most
      ) late
      where c.merchant_id = any (p_clocks) limit most)
  );
  waiting payouts[];
  busy_merchants bigint[];
  refund payouts;
begin
  select coalesce(array_agg(w.p), '{}') into waiting
  from (
    select p from payouts p join collections c on c.id = p.collection_id
    where p.id = any (due) and p.status = 'needs_destination'
    order by p.id for update of p, c skip locked
  ) w;
  if cardinality(waiting) = 0 then
    return 0;
  end if;
  select lock_balances(
    array_agg(w.merchant_id), array_agg(w.environment), array_agg(w.currency), p_environment is null
  )
  into busy_merchants from unnest(waiting) w;
  foreach refund in array waiting loop
    continue when refund.merchant_id = any (busy_merchants);
    perform cancel_unsent(array[refund]);
  end loop;
  return cardinality(waiting);
end
$$;
