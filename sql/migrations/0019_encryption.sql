-- The keys that values are encrypted with.

create table encryption_keys (
  key_id bytea primary key,
  noted_at timestamptz not null default now()
);

comment on table encryption_keys is
  'The keys that something may be encrypted with. A process that lacks one of them does not start.';
comment on column encryption_keys.key_id is
  'The start of the key''s SHA-256, which each encrypted value begins with too. It does not reveal the key.';
