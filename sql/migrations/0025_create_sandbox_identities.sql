-- The identities that the sandbox has on record: each with the phone it was first checked with, sealed.

create table sandbox_identities (
  reference text primary key,
  sealed_phone bytea not null,
  created_at timestamptz not null default now()
);
