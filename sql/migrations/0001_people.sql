-- People who use the dashboard: how they prove who they are.

create table people (
  id bigint generated always as identity primary key,
  reference text not null unique,
  email text not null constraint person_email_is_unique unique
    constraint person_email_is_lower_case check (email = lower(email) and length(email) <= 254),
  email_verified_at timestamptz,
  name text not null constraint person_name_is_short check (length(name) between 1 and 200),
  password_hash text,
  wanted_business_name text
    constraint person_wanted_business_name_is_short check (length(wanted_business_name) between 1 and 200),
  is_reviewer boolean not null default false,
  created_at timestamptz not null default now()
);

comment on table people is
  'A person who uses the dashboard. One person may belong to several merchants; a reviewer of the platform belongs '
  'to none.';
comment on column people.email is 'Lower case, and compared as it is.';
comment on column people.email_verified_at is
  'When the person proved that they receive email at this address. Without it they get no session.';
comment on column people.password_hash is 'Argon2id in PHC format. Null: the person signs in with a passkey only.';
comment on column people.wanted_business_name is
  'The business that the person signs up for. It becomes a merchant once the address is verified, so that strangers '
  'cannot create merchants. Null afterwards, and for people who sign up without a business.';
comment on column people.is_reviewer is 'Works for the platform and decides about businesses.';

create index people_unproved on people (created_at) where email_verified_at is null;

create table passkeys (
  id bigint generated always as identity primary key,
  reference text not null unique,
  person_id bigint not null references people on delete cascade,
  credential_id bytea not null constraint passkey_credential_is_unique unique
    constraint passkey_credential_is_short check (length(credential_id) between 1 and 1023),
  public_key bytea not null constraint passkey_public_key_is_short check (length(public_key) <= 2000),
  sign_count bigint not null,
  transports text[] not null,
  name text not null constraint passkey_name_is_short check (length(name) between 1 and 60),
  is_synced boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

comment on table passkeys is 'The passkeys of people.';
comment on column passkeys.credential_id is 'The authenticator''s own name for the passkey.';
comment on column passkeys.public_key is 'In COSE format.';
comment on column passkeys.sign_count is
  'The signature counter that the authenticator reports; always 0 if it does not count.';
comment on column passkeys.transports is 'How browsers reach the authenticator: usb, internal, hybrid ...';
comment on column passkeys.name is 'The name that the person gave it.';
comment on column passkeys.is_synced is 'Whether the person''s devices share the passkey.';

create index passkeys_by_person on passkeys (person_id, id);

create table totp_secrets (
  person_id bigint primary key references people on delete cascade,
  encrypted_secret bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

comment on table totp_secrets is 'The secrets of people''s authenticator apps (TOTP).';
comment on column totp_secrets.confirmed_at is
  'Null: shown to the person, who has not yet proved that an app knows it.';
comment on column totp_secrets.last_step is
  'The 30-second step of the last accepted code. Codes of this step and of earlier ones are refused.';

create table recovery_codes (
  person_id bigint not null references people on delete cascade,
  code_hash bytea not null,
  primary key (person_id, code_hash)
);

comment on table recovery_codes is 'Unused recovery codes: using a code deletes its row.';
comment on column recovery_codes.code_hash is 'SHA-256. A code has 80 random bits, so a slow hash would add nothing.';

create table used_challenges (
  challenge_hash bytea primary key,
  used_at timestamptz not null default now()
);

comment on table used_challenges is
  'WebAuthn challenges that were answered, so that none is answered twice. A challenge itself proves who made it, '
  'its purpose and its expiry.';
comment on column used_challenges.challenge_hash is 'SHA-256 of the challenge.';

create index used_challenges_by_age on used_challenges (used_at);

create table proof_attempts (
  person_id bigint primary key references people on delete cascade,
  taken integer not null,
  since timestamptz not null default now()
);

comment on table proof_attempts is
  'How often someone who knew the person''s password, or has a session, tried to prove their identity again.';

create table sign_ins (
  token_hash bytea primary key,
  person_id bigint not null references people on delete cascade,
  attempts integer not null default 0,
  expires_at timestamptz not null
);

comment on table sign_ins is
  'A sign-in with the right password that still lacks the second factor. It opens only the routes that take one.';
comment on column sign_ins.attempts is 'How often a second factor was tried.';

create index sign_ins_by_person on sign_ins (person_id);
create index sign_ins_by_end on sign_ins (expires_at);

create table sign_in_attempts (
  subject bytea primary key,
  attempts integer not null,
  since timestamptz not null default now()
);

comment on table sign_in_attempts is 'Counts password attempts within 15 minutes: take_attempts().';
comment on column sign_in_attempts.subject is
  'SHA-256 of what is counted: an account, a device of an account, or a network.';

create index sign_in_attempts_by_age on sign_in_attempts (since);

create table mail_tokens (
  token_hash bytea primary key,
  kind text not null constraint mail_token_kind_is_known check (kind in ('verify_email', 'reset_password')),
  person_id bigint references people on delete cascade,
  browser_hash bytea,
  name text constraint mail_token_name_is_short check (length(name) <= 200),
  password_hash text,
  business_name text constraint mail_token_business_name_is_short check (length(business_name) <= 200),
  expires_at timestamptz not null
);

comment on table mail_tokens is
  'The token in an email''s link. It works once, for one person and purpose, until it expires.';
comment on column mail_tokens.token_hash is 'SHA-256 of the token, which has 256 random bits.';
comment on column mail_tokens.person_id is
  'Null: there is no account, and the token does nothing. It is written so that both cases take equally long.';
comment on column mail_tokens.browser_hash is
  'SHA-256 of the cookie of the browser that signed up. Any other browser must know the password too, so that '
  'signing up with someone else''s address is useless even when the owner clicks the link.';
comment on column mail_tokens.name is
  'The name chosen at this sign-up. Several sign-ups of one address are kept apart until one is used.';
comment on column mail_tokens.password_hash is 'The password chosen at this sign-up.';
comment on column mail_tokens.business_name is 'The business named at this sign-up.';

create index mail_tokens_by_person on mail_tokens (person_id, kind);
create index mail_tokens_by_end on mail_tokens (expires_at);
