-- Returns what callers or payers wait for and has no result for 30 seconds, for an operator: name enquiries, identity
-- checks, accounts and addresses to provision and host checks, with the job of each. Of each kind and environment the
-- first 50, longest waiting first. Shows no account number, identifier or phone.
create or replace function list_stuck_lookups()
returns table (
  kind text, environment text, merchant text, reference text, waiting interval, job text, attempts smallint,
  locked_by text, last_error text
)
language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  return query
  select s.task, e, m.reference, s.reference, now() - s.since, j.key, j.attempts, j.locked_by,
    mask_text(left(j.last_error, 200))
  from unnest(array['live', 'test']) e
  cross join lateral (
    (select 'enquire_name' as task, r.id, r.merchant_id, null::text as reference, r.last_requested_at as since
      from name_enquiries r where r.environment = e and r.status = 'pending' order by r.id limit 50)
    union all
    (select 'check_identity', r.identity_record_id, r.merchant_id, r.reference, r.inserted_at
      from identity_checks r where r.environment = e and r.status = 'pending' order by r.id limit 50)
    union all
    (select 'provision_virtual_account', r.id, r.merchant_id, r.reference, r.inserted_at
      from virtual_accounts r where r.environment = e and r.status = 'provisioning'
      order by r.merchant_id, r.id limit 50)
    union all
    (select 'provision_crypto_address', r.id, r.merchant_id, r.reference, r.inserted_at
      from collections r where r.environment = e and r.status = 'provisioning' and r.virtual_account_id is null
      order by r.merchant_id, r.id limit 50)
    union all
    (select 'check_webhook_host', r.id, r.merchant_id, r.host, r.requested_at
      from host_checks r where r.environment = e and r.status = 'pending' order by r.id limit 50)
  ) s
  left join merchants m on m.id = s.merchant_id
  left join lateral (
    select q.* from queued_jobs q where q.queue = job_queue(s.task, e) and q.key = s.task || ':' || s.id limit 1
  ) j on true
  where s.since < now() - interval '30 s'
  order by s.since;
end
$$;
