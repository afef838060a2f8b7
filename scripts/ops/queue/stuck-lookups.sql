-- When: merchants or payers wait for an account, an address, a name or an identity check.
-- Lists requests without a result for 30 seconds, longest first, with the job and its last error: the first 50 of each
-- kind and environment, without account number, identifier or phone. retry-jobs runs jobs again.
-- Changes nothing.
set local enable_seqscan = off;
select s.task as kind, e as environment, m.reference as merchant, s.reference, now() - s.since as waiting, j.key as job,
  j.attempts, j.locked_by, mask_text(left(j.last_error, 200)) as last_error
from unnest(array['live', 'test']) e
cross join lateral (
  (select 'enquire_name' as task, r.id, r.merchant_id, null::text as reference, r.last_requested_at as since
    from name_enquiries r where r.environment = e and r.status = 'pending' order by r.requested_at, r.id limit 50)
  union all
  (select 'check_identity', r.identity_record_id, r.merchant_id, r.reference, r.inserted_at
    from identity_checks r where r.environment = e and r.status = 'pending' order by r.created_at, r.id limit 50)
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
    from host_checks r where r.environment = e and r.status = 'pending' order by r.requested_at, r.id limit 50)
) s
left join merchants m on m.id = s.merchant_id
left join lateral (
  select q.* from queued_jobs q where q.queue = job_queue(s.task, e) and q.key = s.task || ':' || s.id limit 1
) j on true
where s.since < now() - interval '30 s'
order by s.since;
