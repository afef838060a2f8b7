-- Passkeys, one-time codes (TOTP) and recovery codes of people.

create table passkeys (
  id bigint generated always as identity primary key,
  reference text not null unique,
  person_id bigint not null references people on delete cascade,
  -- What the authenticator calls it.
  credential_id bytea not null constraint passkey_credential_is_unique unique
    constraint passkey_credential_is_short check (length(credential_id) between 1 and 1023),
  -- In COSE form.
  public_key bytea not null constraint passkey_public_key_is_short check (length(public_key) <= 2000),
  -- How often it signed, as it says itself; 0 for ever if it does not count.
  sign_count bigint not null,
  -- How browsers reach it: usb, internal, hybrid ...
  transports text[] not null,
  -- The person's own name for it.
  name text not null constraint passkey_name_is_short check (length(name) between 1 and 60),
  -- Whether the person's devices share it.
  is_synced boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create index passkeys_by_person on passkeys (person_id, id);

-- A challenge carries its own proof that we made it, for what and for how long; here stand those that were answered,
-- so that none is answered twice.
create table used_challenges (
  -- SHA-256 of the challenge.
  challenge_hash bytea primary key,
  used_at timestamptz not null default now()
);

create index used_challenges_by_age on used_challenges (used_at);

create table totp_secrets (
  person_id bigint primary key references people on delete cascade,
  encrypted_secret bytea not null,
  -- Null: shown to the person, who has not proved yet that an app knows it.
  confirmed_at timestamptz,
  -- The 30-second step of the code that was accepted last. No code of that step or of an earlier one is accepted.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

-- A row is a code that was not used yet.
create table recovery_codes (
  person_id bigint not null references people on delete cascade,
  -- SHA-256. A code has 80 random bits, so a slow hash would add nothing.
  code_hash bytea not null,
  primary key (person_id, code_hash)
);

-- How often somebody tried to prove to be a person who had proved the password before, or has a session.
create table proof_attempts (
  person_id bigint primary key references people on delete cascade,
  taken integer not null,
  since timestamptz not null default now()
);
