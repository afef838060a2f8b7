-- The identities that the sandbox has on record: each with the phone it was first checked with, encrypted.

create table sandbox_identities (
  reference text primary key,
  encrypted_phone bytea not null,
  created_at timestamptz not null default now()
);
