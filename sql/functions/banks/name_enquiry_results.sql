-- Returns the results of these name enquiries: nothing of those that are pending. Plans are made once (sql/README.md).
create or replace function name_enquiry_results(p_ids bigint[])
returns table (id bigint, status text, account_name text)
language plpgsql stable set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query
  select n.id, n.status, n.account_name from name_enquiries n where n.id = any (p_ids) and n.status <> 'pending';
end
$$;
