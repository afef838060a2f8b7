-- Returns the metrics of the whole service, the same from every process, by their names after "payments_"; measures.ts
-- says what each is. `subject` is a queue, an environment, a provider or a table, if there is one. With it goes a
-- `state`: of payouts and their ages; of differences with a provider, their kind. More about some:
--
--   payouts, payouts_oldest_seconds   pending; held by a freeze or because of their recipient, without an age;
--                                     processing, without those that need a person
--   payouts_to_review                 those held because of their recipient (block_recipient) too
--   payout_batches_oldest_seconds     since a slice was made of the batch with items left that has waited longest
--   webhooks_oldest_seconds           of the first thousand merchants with pending events, at endpoints that respond
--                                     in time: others may have a backlog of their own making
--   worker_processes                  those that have a lease
--   reconciliation_differences        one that may only be late counts from a week on; its age too
--
-- Each count stops at 10,000, which then means that or more, so that its cost is bounded. It reads only as far as
-- needed in an index; a bitmap would cover all of it. Each age reads the first rows of an index: the oldest pending
-- payout is that of the first thousand merchants that have any. Its plans are not compiled: see measure_payouts().
create or replace function measure_service()
returns table (measure text, subject text, state text, value double precision)
language plpgsql stable security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
  set jit = off as $$
declare
  most constant integer := 10000;
  partitioned text;
begin
  return query
  select measured.measure, q.name, null::text, measured.value
  from unnest(queue_names()) q (name)
  cross join lateral (
    select count(*) as n, coalesce(extract(epoch from now() - min(due.run_at)), 0) as s
    from (select d.run_at from due_jobs d where d.queue = q.name limit most) due
  ) total
  cross join lateral (values
    ('queue_jobs_due', total.n::double precision),
    ('queue_oldest_due_seconds', total.s::double precision)
  ) measured (measure, value);

  return query
  select measured.measure, e.name, measured.state, measured.value::double precision
  from (values ('live'), ('test')) e (name)
  cross join lateral (
    select count(*) as n from (
      select from payouts p where p.environment = e.name and p.status = 'pending' and p.held_since is null limit most
    ) rows_of
  ) pending
  cross join lateral (
    select count(*) as n from (
      select from payouts p
      where p.environment = e.name and p.status = 'pending' and p.held_since is not null limit most
    ) rows_of
  ) held
  cross join lateral (
    select min(first.created_at) as at
    from first_of_each_merchant('payouts', e.name, 'status = ''pending'' and held_since is null', p_most => 1000) first
  ) oldest_pending
  cross join lateral (
    select count(*) as n from (
      select from payouts p where p.environment = e.name and p.status = 'processing' and not p.needs_review limit most
    ) rows_of
  ) processing
  cross join lateral (
    select min(first.created_at) as at from (
      -- Ordered by both columns, as a range of one value, so that the planner takes the index: see waiting_rows().
      select p.created_at from payouts p
      where p.environment between e.name and e.name and p.status = 'processing' and not p.needs_review
      order by p.environment, p.id limit 1
    ) first
  ) oldest_processing
  cross join lateral (
    select min(first.worked_at) as at from (
      select b.worked_at from payout_batches b
      where b.environment = e.name and b.has_slices
      order by b.worked_at limit 1
    ) first
  ) oldest_batch
  cross join lateral (
    select count(*) as n from (
      select from webhook_endpoints w where w.environment = e.name and w.disabled_at is not null limit most
    ) rows_of
  ) disabled
  cross join lateral (values
    ('payouts', 'pending', pending.n),
    ('payouts', 'held', held.n),
    ('payouts', 'processing', processing.n),
    -- A test clock may be ahead of the time.
    ('payouts_oldest_seconds', 'pending', greatest(0, coalesce(extract(epoch from now() - oldest_pending.at), 0))),
    (
      'payouts_oldest_seconds', 'processing',
      greatest(0, coalesce(extract(epoch from now() - oldest_processing.at), 0))
    ),
    (
      'payout_batches_oldest_seconds', null,
      -- Worked on since this transaction began.
      greatest(0, coalesce(extract(epoch from now() - oldest_batch.at), 0))
    ),
    ('webhook_endpoints_disabled', null, disabled.n)
  ) measured (measure, state, value);

  return query
  select 'payouts_to_review', e.name, null::text, count(rows_of.environment)::double precision
  from (values ('live'), ('test')) e (name)
  left join (
    (select p.environment from payouts p where p.needs_review limit most)
    union all
    (
      select p.environment from payout_holds h join payouts p on p.id = h.payout_id
      where h.decision is null and p.status = 'pending' limit most
    )
  ) rows_of on rows_of.environment = e.name
  group by e.name;

  return query
  select 'suspended_credits', e.name, null::text, count(rows_of.environment)::double precision
  from (values ('live'), ('test')) e (name)
  left join (
    select cr.environment from credits cr where cr.status = 'suspended' limit most
  ) rows_of on rows_of.environment = e.name
  group by e.name;

  return query
  select 'webhooks_oldest_seconds', e.name, null::text,
    greatest(0, coalesce(extract(epoch from max(first.late)), 0))::double precision
  from (values ('live'), ('test')) e (name)
  left join lateral (
    select business_now(v.merchant_id, v.environment) - v.next_attempt_at as late
    from first_of_each_merchant(
      'events', e.name, 'delivery_status = ''pending''', 'delivery_round, next_attempt_at, id', 1000
    ) f
    join events v on v.id = f.id
    join webhook_endpoints w on w.merchant_id = v.merchant_id and w.environment = v.environment
    where w.disabled_at is null and not w.is_slow
  ) first on true
  group by e.name;

  return query
  select 'archive_failing_seconds', null::text, null::text, case
      when a.last_failed_time > coalesce(a.last_archived_time, '-infinity')
        then extract(epoch from now() - coalesce(a.last_archived_time, a.stats_reset))::double precision
      else 0
    end
  from pg_stat_archiver a
  where current_setting('archive_mode') <> 'off';

  return query
  select 'backup_timestamp_seconds', null::text, null::text, extract(epoch from b.finished_at)::double precision
  from backups b;

  return query
  select 'database_bytes', null::text, null::text, pg_database_size(current_database())::double precision;

  return query
  select 'worker_processes', null::text, null::text, count(*)::double precision
  from worker_processes w where w.heartbeat_at > now() - interval '10 seconds';

  return query
  select measured.measure, found.gateway, found.kind, measured.value
  from (
    select oldest.gateway, oldest.kind, count(*) as n, extract(epoch from now() - min(oldest.first_seen_at)) as age
    from (
      select d.gateway, d.kind, d.state, d.first_seen_at from reconciliation_differences d
      where d.closed_at is null order by d.first_seen_at limit most
    ) oldest
    -- The statements that would explain one that waits have not come for a week.
    where oldest.state = 'open' or oldest.first_seen_at < now() - interval '7 days'
    group by oldest.gateway, oldest.kind
  ) found
  cross join lateral (
    values
      ('reconciliation_differences', found.n::double precision),
      ('reconciliation_oldest_seconds', found.age::double precision)
  ) measured (measure, value);

  return query
  select measured.measure, null::text, null::text, measured.value
  from ledger_proofs p
  cross join lateral (values
    ('ledger_proof_timestamp_seconds', extract(epoch from p.proved_at)::double precision),
    ('ledger_proof_discrepancies', p.discrepancies::double precision)
  ) measured (measure, value);

  for partitioned in select t.name from partitioned_tables() t loop
    return query
    select 'partitions_ahead_seconds', partitioned, null::text,
      extract(epoch from coalesce(max(p.ends), now()) - now())::double precision
    from partitions_of(partitioned) p;

    return query execute format(
      'select ''rows_without_partition'', %L, null::text, count(*)::double precision
      from (select from %I limit %s) first',
      partitioned, partitioned || '_default', most
    );
  end loop;
end
$$;
