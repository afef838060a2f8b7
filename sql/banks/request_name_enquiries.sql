-- Queues name enquiries of any merchants in one environment, in arrays of equal length; p_trace_ids: the trace of each
-- request; p_last: those that somebody waits for come first. Returns a row for each, in any order, with ordinal (from
-- 1):
--
--   requested         with the enquiry's id; the result comes later, with a notification
--   bank_unknown      the bank is unknown or inactive
--   too_many_waiting  a hundred of the merchant's are pending, or come before it in this call: nothing was done
--
-- Identical pending enquiries share one row, and so one call to the bank, across calls too. The limit counts what a
-- merchant adds, so that its lookups can't fill the shared queue. Concurrent calls don't see each other, so there may
-- be a few more.
--
-- Waits only for calls that insert the same enquiry at this moment. Rows are inserted in key order, so these calls wait
-- in one order, and finish_name_enquiries() waits for none. An enquiry completed in between is requested again, out of
-- this order: two calls may then wait for each other. PostgreSQL aborts one (40P01); nothing of it was done, and slonik
-- retries it. Raises PB004 if the queue does not accept a job; nothing was done then.
--
-- Without p_last the commit does not wait for the disk: a crash of the database loses the requests of its last second.
-- The processes live on: a request may wait for a lost enquiry until it times out, and a worker may be calling the bank
-- for it. Its id may be given again, since the crash also loses the sequence's state. So an id alone never identifies
-- an enquiry: finish_name_enquiries() and name_enquiry_results() compare merchant, environment and account too. With
-- p_last it waits, as the sweep, which calls this, also moves money.
--
-- Plans are made once (sql/README.md). Sorting is off, and a merchant's pending enquiries are wanted in the order of
-- their index: without any, when a plan is made, it would read those of all merchants.
create or replace function request_name_enquiries(
  p_environment text, p_merchant_ids bigint[], p_bank_codes text[], p_account_numbers text[], p_trace_ids uuid[],
  p_last boolean default false
) returns table (ordinal bigint, outcome text, enquiry_id bigint)
language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off
  set enable_sort = off set enable_incremental_sort = off as $$
declare
  most constant integer := 100;
  ids bigint[] := array_fill(null::bigint, array[cardinality(p_merchant_ids)]);
  outcomes text[];
  added bigint[];
  joined bigint[];
begin
  -- Holds for the caller's whole transaction.
  if not p_last then
    perform set_config('synchronous_commit', 'off', true);
  end if;

  select array_agg(case
      when a.is_bank_open is not true then 'bank_unknown'
      when a.is_pending or a.turn <= most - a.waiting then 'requested'
      else 'too_many_waiting'
    end order by a.place)
  into outcomes
  from (
    select r.place, b.is_open as is_bank_open, r.is_pending, r.waiting,
      -- Its position among those that its merchant adds: equal ones count once.
      dense_rank() over (
        partition by r.merchant_id, b.is_open, r.is_pending order by r.bank_code, r.account_number
      ) as turn
    from (
      select requested.*, pending.*
      from unnest(p_merchant_ids, p_bank_codes, p_account_numbers)
        with ordinality requested (merchant_id, bank_code, account_number, place)
      cross join lateral (
        select count(*) as waiting, coalesce(
            bool_or((n.bank_code, n.account_number) = (requested.bank_code, requested.account_number)), false
          ) as is_pending
        from (
          select n.bank_code, n.account_number from name_enquiries n
          where n.merchant_id = requested.merchant_id and n.environment = p_environment and n.status = 'pending'
          order by n.bank_code, n.account_number
        ) n
      ) pending
    ) r
    left join lateral (select b.active as is_open from banks b where b.code = r.bank_code limit 1) b on true
  ) a;

  while exists (select from unnest(outcomes, ids) o (outcome, id) where o.outcome = 'requested' and o.id is null) loop
    with new as (
      insert into name_enquiries as n (merchant_id, environment, bank_code, account_number, requested_at, trace_id)
      select distinct on (requested.merchant_id, requested.bank_code, requested.account_number)
        requested.merchant_id, p_environment, requested.bank_code, requested.account_number,
        business_now(requested.merchant_id, p_environment), requested.trace_id
      from unnest(p_merchant_ids, p_bank_codes, p_account_numbers, p_trace_ids, outcomes, ids)
        requested (merchant_id, bank_code, account_number, trace_id, outcome, id)
      where requested.outcome = 'requested' and requested.id is null
      order by requested.merchant_id, requested.bank_code, requested.account_number
      on conflict (merchant_id, environment, bank_code, account_number) where status = 'pending' do nothing
      returning n.id, n.merchant_id, n.bank_code, n.account_number
    )
    select array_agg(coalesce(requested.id, new.id) order by requested.place), array_agg(distinct new.id)
    into ids, added
    from unnest(p_merchant_ids, p_bank_codes, p_account_numbers, outcomes, ids)
      with ordinality requested (merchant_id, bank_code, account_number, outcome, id, place)
    left join new on requested.outcome = 'requested'
      and (new.merchant_id, new.bank_code, new.account_number)
        = (requested.merchant_id, requested.bank_code, requested.account_number);
    added := array_remove(added, null);
    if cardinality(added) > 0 then
      perform enqueue_jobs('enquire_name', added, p_last => p_last);
    end if;

    -- The rest was pending already, or is just being completed and is then requested again.
    if exists (select from unnest(outcomes, ids) o (outcome, id) where o.outcome = 'requested' and o.id is null) then
      select array_agg(coalesce(requested.id, n.id) order by requested.place),
        array_agg(n.id) filter (where n.id is not null)
      into ids, joined
      from unnest(p_merchant_ids, p_bank_codes, p_account_numbers, outcomes, ids)
        with ordinality requested (merchant_id, bank_code, account_number, outcome, id, place)
      left join lateral (
        select n.id from name_enquiries n
        where (n.merchant_id, n.environment, n.bank_code)
            = (requested.merchant_id, p_environment, requested.bank_code)
          and n.account_number between requested.account_number and requested.account_number
          and n.status = 'pending' and requested.outcome = 'requested' and requested.id is null
        order by n.account_number limit 1
      ) n on true;
      -- The later caller waits for it too, so it counts as wanted again. Whoever holds the lock does the same, or
      -- writes the result.
      with wanted as materialized (
        select n.id from name_enquiries n
        where n.id = any (joined) and n.completed_at is null order by n.id for update skip locked
      )
      update name_enquiries n set last_requested_at = now() from wanted where n.id = wanted.id;
    end if;
  end loop;

  return query
  select o.place, o.outcome, o.id from unnest(outcomes, ids) with ordinality o (outcome, id, place);
end
$$;
