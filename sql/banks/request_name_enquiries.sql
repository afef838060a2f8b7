-- Queues enquiries who holds bank accounts, of any merchants, in one environment. Each is at the same place of all
-- arrays; p_trace_ids: the trace of the request that asks. Returns a row for each, in any order, with ordinal (from 1):
--
--   requested         with the enquiry's id; the result is there later, and is notified
--   bank_unknown      the bank is unknown or inactive
--   too_many_waiting  a hundred of the merchant's wait already, or of this call are before it: nothing was done
--
-- Identical enquiries that are still pending share one row, and so one call to the bank: of earlier calls too. The
-- bound is for what a merchant adds: a merchant's lookups must not fill the queue that others wait in. Calls at the
-- same time do not see each other, so there may be a few more.
--
-- Waits for nobody but calls that insert the same enquiry at this moment. Rows are inserted in the order of their keys,
-- so that these wait in one order, and finish_name_enquiries() waits for none. What is completed in between is asked
-- again, out of this order: two calls may then wait for each other. PostgreSQL ends one (40P01); nothing of it was
-- done, and slonik sends it again. Raises PB004 if the queue does not take a job; then nothing was done.
--
-- The commit does not wait for the disk: a crash of the database loses what is asked in its last second. The processes
-- live on: a request may wait for an enquiry that is gone, until its time is over, and a worker may be asking the bank
-- for it. Its id may be given again then, as the crash loses how far the ids were. So an id alone never says which
-- enquiry is meant: finish_name_enquiries() and name_enquiry_results() compare merchant, environment and account too.
--
-- Plans are made once (sql/README.md).
create or replace function request_name_enquiries(
  p_environment text, p_merchant_ids bigint[], p_bank_codes text[], p_account_numbers text[], p_trace_ids uuid[]
) returns table (ordinal bigint, outcome text, enquiry_id bigint)
language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  most constant integer := 100;
  ids bigint[] := array_fill(null::bigint, array[cardinality(p_merchant_ids)]);
  outcomes text[];
  added bigint[];
  joined bigint[];
begin
  perform set_config('synchronous_commit', 'off', true);

  select array_agg(case
      when a.is_bank_open is not true then 'bank_unknown'
      when a.is_pending or a.turn <= most - a.waiting then 'requested'
      else 'too_many_waiting'
    end order by a.place)
  into outcomes
  from (
    select r.place, b.is_open as is_bank_open, r.is_pending, r.waiting,
      -- Which one it is of those that its merchant adds: equal ones count once.
      dense_rank() over (
        partition by r.merchant_id, b.is_open, r.is_pending order by r.bank_code, r.account_number
      ) as turn
    from (
      select asked.*, exists (
          select from name_enquiries n
          where (n.merchant_id, n.environment, n.bank_code, n.account_number)
              = (asked.merchant_id, p_environment, asked.bank_code, asked.account_number)
            and n.status = 'pending'
        ) as is_pending, (
          select count(*) from (
            select from name_enquiries n
            where n.merchant_id = asked.merchant_id and n.environment = p_environment and n.status = 'pending'
            limit most
          ) n
        ) as waiting
      from unnest(p_merchant_ids, p_bank_codes, p_account_numbers)
        with ordinality asked (merchant_id, bank_code, account_number, place)
    ) r
    left join lateral (select b.active as is_open from banks b where b.code = r.bank_code limit 1) b on true
  ) a;

  while exists (select from unnest(outcomes, ids) o (outcome, id) where o.outcome = 'requested' and o.id is null) loop
    with new as (
      insert into name_enquiries as n (merchant_id, environment, bank_code, account_number, requested_at, trace_id)
      select distinct on (asked.merchant_id, asked.bank_code, asked.account_number)
        asked.merchant_id, p_environment, asked.bank_code, asked.account_number,
        business_now(asked.merchant_id, p_environment), asked.trace_id
      from unnest(p_merchant_ids, p_bank_codes, p_account_numbers, p_trace_ids, outcomes, ids)
        asked (merchant_id, bank_code, account_number, trace_id, outcome, id)
      where asked.outcome = 'requested' and asked.id is null
      order by asked.merchant_id, asked.bank_code, asked.account_number
      on conflict (merchant_id, environment, bank_code, account_number) where status = 'pending' do nothing
      returning n.id, n.merchant_id, n.bank_code, n.account_number
    )
    select array_agg(coalesce(asked.id, new.id) order by asked.place), array_agg(distinct new.id)
    into ids, added
    from unnest(p_merchant_ids, p_bank_codes, p_account_numbers, outcomes, ids)
      with ordinality asked (merchant_id, bank_code, account_number, outcome, id, place)
    left join new on asked.outcome = 'requested'
      and (new.merchant_id, new.bank_code, new.account_number)
        = (asked.merchant_id, asked.bank_code, asked.account_number);
    added := array_remove(added, null);
    if cardinality(added) > 0 then
      perform enqueue_jobs('enquire_name', added);
    end if;

    -- What is left waited already, or is completed at this moment and then asked again.
    if exists (select from unnest(outcomes, ids) o (outcome, id) where o.outcome = 'requested' and o.id is null) then
      select array_agg(coalesce(asked.id, n.id) order by asked.place),
        array_agg(n.id) filter (where n.id is not null)
      into ids, joined
      from unnest(p_merchant_ids, p_bank_codes, p_account_numbers, outcomes, ids)
        with ordinality asked (merchant_id, bank_code, account_number, outcome, id, place)
      left join lateral (
        select n.id from name_enquiries n
        where (n.merchant_id, n.environment, n.bank_code, n.account_number)
            = (asked.merchant_id, p_environment, asked.bank_code, asked.account_number)
          and n.status = 'pending' and asked.outcome = 'requested' and asked.id is null
        limit 1
      ) n on true;
      -- The later caller waits for it too, so it counts as wanted from now on. Whoever has it locked does the same, or
      -- writes its result.
      with wanted as materialized (
        select n.id from name_enquiries n
        where n.id = any (joined) and n.status = 'pending' order by n.id for update skip locked
      )
      update name_enquiries n set last_requested_at = now() from wanted where n.id = wanted.id;
    end if;
  end loop;

  return query
  select o.place, o.outcome, o.id from unnest(outcomes, ids) with ordinality o (outcome, id, place);
end
$$;
