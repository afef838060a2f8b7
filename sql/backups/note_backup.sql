-- Notes that a backup of this database has just ended, for the metrics. Whoever takes backups calls it as a superuser
-- (scripts/deploy/systemd/payments-backup@.service); standbys and copies have the row too.
create or replace function note_backup()
returns void
language sql set search_path = public, pg_temp as $$
  insert into backups (finished_at) values (now())
  on conflict on constraint backups_pkey do update set finished_at = excluded.finished_at
$$;
