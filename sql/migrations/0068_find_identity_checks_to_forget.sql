-- Checks that ended without a result, which no merchant is shown, and records that never had one, are deleted.
create index identity_checks_without_result on identity_checks (inserted_at) where status = 'unavailable';
create index identity_records_without_result on identity_records (stored_at)
  where status = 'expired' and not is_charged;

-- Whether a record still has checks.
create index identity_checks_by_record on identity_checks (identity_record_id);
