-- Stores the results of name enquiries, of any merchants, in arrays of equal length: 'resolved' with the holder's name,
-- 'not_found', 'not_reached' (no live gateway reaches the bank) or 'unavailable'. Notifies the waiting requests in one
-- notification. Completed enquiries are not changed.
--
-- Each result has its enquiry's merchant and account, as open_name_enquiries() returned them. A row that differs is not
-- changed: after a crash of the database the id may have been given to another merchant or account
-- (request_name_enquiries), while a worker still has the first one's name.
--
-- Returns the ids that are locked by others: nothing was done with them. Finish these again with p_waits, which waits
-- for them one by one. Without it nothing waits. Locks in id order.
--
-- The commit does not wait for the disk: a crash of the database loses the results of its last second. If enquiry and
-- job are still there, the bank is called again if somebody waits. Commits that notify wait for each other, so each
-- would wait for the disk for all of them.
--
-- Plans are made once (sql/README.md); a condition on the status would let them read all pending enquiries, by the
-- index of these.
create or replace function finish_name_enquiries(
  p_ids bigint[], p_merchant_ids bigint[], p_environments text[], p_bank_codes text[], p_account_numbers text[],
  p_statuses text[], p_account_names text[], p_waits boolean
) returns bigint[]
language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  free bigint[];
  done bigint[];
begin
  perform set_config('synchronous_commit', 'off', true);
  if p_waits then
    free := array(
      select n.id from name_enquiries n where n.id = any (p_ids) and n.completed_at is null order by n.id for update
    );
  else
    free := array(
      select n.id from name_enquiries n where n.id = any (p_ids) and n.completed_at is null
      order by n.id for update skip locked
    );
  end if;

  with finish as (
    update name_enquiries n
    set status = e.status, account_name = e.account_name,
      completed_at = business_now(n.merchant_id, n.environment)
    from unnest(
      p_ids, p_merchant_ids, p_environments, p_bank_codes, p_account_numbers, p_statuses, p_account_names
    ) e (id, merchant_id, environment, bank_code, account_number, status, account_name)
    where n.id = e.id and n.id = any (free)
      and (n.merchant_id, n.environment, n.bank_code, n.account_number)
        = (e.merchant_id, e.environment, e.bank_code, e.account_number)
    returning n.id
  )
  select array_agg(f.id) into done from finish f;
  perform notify_results('name_enquiry', done);
  if p_waits or cardinality(free) = cardinality(p_ids) then
    return '{}';
  end if;
  return array(
    select n.id from name_enquiries n where n.id = any (p_ids) and n.id <> all (free) and n.completed_at is null
  );
end
$$;
