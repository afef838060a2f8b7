-- The kinds of rows that are deleted after their term, for purge_expired_rows(): the tables of retention_rules(), and
-- four that need more than a rule. None for a worker process that is not the oldest: one process does this.
create or replace function retention_kinds(p_worker_id bigint default 0) returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select k.kind
  from (
    select r.table_name from retention_rules() r
    union
    values ('events'), ('payout_batches'), ('unpaid_accounts'), ('verifications')
  ) k (kind)
  where not exists (select from worker_processes w where w.id < p_worker_id)
  order by k.kind
$$;
