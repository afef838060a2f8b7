-- Takes the names out of identity checks after 180 days, and empties the providers' records, 180 days after they were
-- stored, or 24 hours where there was no record or no result. An empty record keeps its keyed hash and whether it was
-- paid for, so that nobody is charged twice. A record that a check waits for is left for later.
--
-- Deletes checks that ended without a result after 7 days: no event was sent for them; and all checks of the test
-- environment after 180. An empty record that was never paid for, or is of the test environment, is deleted with the
-- last of its checks. At most p_limit of each; returns how many. For purge_expired_rows().
create or replace function purge_identity_data(p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  names integer;
  records integer;
  checks_gone integer;
  records_gone integer;
  due bigint[];
begin
  with due as materialized (
    select k.id from identity_checks k where k.name is not null and k.inserted_at < now() - interval '180 days'
    order by k.inserted_at limit p_limit
    for update skip locked
  )
  update identity_checks k set name = null from due where k.id = due.id;
  get diagnostics names = row_count;

  due := array(
    select r.id from identity_records r
    where r.status = 'found' and r.stored_at < now() - interval '180 days'
      and not exists (select from identity_checks k where k.identity_record_id = r.id and k.status = 'pending')
    order by r.stored_at limit p_limit
    for update skip locked
  ) || array(
    select r.id from identity_records r
    where r.status in ('not_found', 'unavailable') and r.stored_at < now() - interval '24 hours'
      and not exists (select from identity_checks k where k.identity_record_id = r.id and k.status = 'pending')
    order by r.stored_at limit p_limit
    for update skip locked
  );
  update identity_records r set status = 'expired', encrypted_record = null, matched_phone_hashes = '{}'
  where r.id = any (due);
  get diagnostics records = row_count;

  due := array(
    select k.id from identity_checks k
    where k.status = 'unavailable' and k.inserted_at < now() - interval '7 days'
    order by k.inserted_at limit p_limit
    for update skip locked
  ) || array(
    select k.id from identity_checks k
    where k.environment = 'test' and k.status <> 'pending' and k.inserted_at < now() - interval '180 days'
    order by k.inserted_at limit p_limit
    for update skip locked
  );
  delete from identity_checks k where k.id = any (due);
  get diagnostics checks_gone = row_count;

  due := array(
    select r.id from identity_records r
    where r.status = 'expired' and not r.is_charged and r.stored_at < now() - interval '7 days'
      and not exists (select from identity_checks k where k.identity_record_id = r.id)
    order by r.stored_at limit p_limit
    for update skip locked
  ) || array(
    select r.id from identity_records r
    where r.environment = 'test' and r.status = 'expired' and r.stored_at < now() - interval '180 days'
      and not exists (select from identity_checks k where k.identity_record_id = r.id)
    order by r.stored_at limit p_limit
    for update skip locked
  );
  -- Looked at again: a check may have come for it before it was locked.
  delete from identity_records r
  where r.id = any (due) and not exists (select from identity_checks k where k.identity_record_id = r.id);
  get diagnostics records_gone = row_count;
  return names + records + checks_gone + records_gone;
end
$$;
