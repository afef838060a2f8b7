-- When the database was last backed up.

create table backups (
  is_last boolean default true primary key constraint backup_is_the_last check (is_last),
  finished_at timestamptz not null
);

comment on table backups is 'One row: when the last backup of this database ended, for the metrics.';
