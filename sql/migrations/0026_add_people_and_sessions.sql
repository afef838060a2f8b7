-- The people who use the dashboard, which merchants they belong to, and their sessions.

-- A person. One person may belong to several merchants, and a reviewer of the platform to none.
create table people (
  id bigint generated always as identity primary key,
  reference text not null unique,
  -- In lower case; compared as it is.
  email text not null constraint person_email_is_unique unique
    constraint person_email_is_lower_case check (email = lower(email) and length(email) <= 254),
  name text not null constraint person_name_is_short check (length(name) between 1 and 200),
  -- Argon2id in the PHC text form. Null: signs in with a passkey alone.
  password_hash text,
  -- When the person proved to receive mail at this address; without it there is no session.
  email_verified_at timestamptz,
  -- Works for the platform, not for a merchant: decides about businesses.
  is_reviewer boolean not null default false,
  created_at timestamptz not null default now()
);

create table memberships (
  person_id bigint not null references people on delete cascade,
  merchant_id bigint not null references merchants,
  role text not null constraint membership_role_is_known check (role in ('viewer', 'developer', 'finance', 'owner')),
  created_at timestamptz not null default now(),
  primary key (person_id, merchant_id)
);

create index memberships_by_merchant on memberships (merchant_id, person_id);

-- A row is a session that has not ended; ending it deletes the row. The time is real, never a test clock's.
create table sessions (
  id bigint generated always as identity primary key,
  reference text not null unique,
  -- SHA-256 of the token in the cookie, which has 256 random bits.
  token_hash bytea not null constraint session_token_is_unique unique,
  person_id bigint not null references people on delete cascade,
  -- The merchant that is shown. What the person may do there is looked up in memberships at each request.
  merchant_id bigint references merchants,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- When the person last proved who they are: at sign-in, or when asked again before something delicate.
  proved_at timestamptz not null default now(),
  -- Where it was started, for the person to recognise it.
  address text,
  user_agent text constraint session_user_agent_is_short check (length(user_agent) <= 300)
);

create index sessions_by_person on sessions (person_id, last_seen_at);
create index sessions_by_age on sessions (last_seen_at);
