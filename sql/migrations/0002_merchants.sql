-- Merchants, their API keys and sites, and the people who belong to them.

create table merchant_tiers (
  name text primary key
);

comment on table merchant_tiers is
  'Tiers that operators set payout limits for. Each merchant is in one. A tier without limits limits nothing.';

insert into merchant_tiers (name) values ('standard'), ('tier_1'), ('tier_2'), ('tier_3');

create table merchants (
  id bigint generated always as identity primary key,
  reference text not null constraint merchant_reference_is_unique unique,
  name text not null constraint merchant_has_a_name check (name <> ''),
  email text not null,
  kyb_status text not null default 'draft'
    constraint merchant_kyb_status_is_known check (kyb_status in ('draft', 'submitted', 'approved', 'rejected')),
  tier text not null default 'standard' references merchant_tiers,
  tier_set_at timestamptz,
  payout_max bigint not null default 1000000000 constraint merchant_payout_max_is_positive check (payout_max > 0),
  has_exemptions boolean not null default true,
  created_by bigint references people on delete set null,
  created_at timestamptz not null default now(),
  closed_at timestamptz
);

comment on table merchants is
  'A business that collects and pays out through this service: the tenant of every other table.';
comment on column merchants.tier_set_at is 'Null: it has been in this tier from the start.';
comment on column merchants.payout_max is
  'The largest single payout, in kobo: ten million naira unless an operator changed it.';
comment on column merchants.has_exemptions is
  'Whether its payouts for exempt purposes owe no stamp duty, unless an operator withdrew that.';
comment on column merchants.created_by is 'The person who added the merchant. Null: an operator did.';
comment on column merchants.closed_at is 'When the business left. Its documents are deleted five years later.';

create index merchants_by_creator on merchants (created_by) where created_by is not null;
create index merchants_by_kyb_status on merchants (kyb_status, id);

create table api_keys (
  id bigint generated always as identity primary key,
  reference text not null constraint api_key_reference_is_unique unique,
  merchant_id bigint not null references merchants,
  environment text not null constraint api_key_environment_is_known check (environment in ('test', 'live')),
  secret_hash bytea not null constraint api_key_secret_hash_is_unique unique,
  last_four text not null,
  scopes text[] not null,
  allowed_cidrs cidr[] not null default '{}',
  rate_limit_per_minute integer constraint api_key_rate_limit_is_positive check (rate_limit_per_minute > 0),
  made_by bigint references people on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_used_address inet,
  constraint key_that_approves_requests_nothing check (
    'payouts:approve' <> all (scopes)
    or not scopes && array['payouts:write', 'payout_batches:write', 'refunds:write', 'credits:write']
  )
);

comment on table api_keys is
  'An API key authenticates a merchant''s backend in one environment. Rotation gives the old key an expiry; '
  'revocation stops it at once.';
comment on column api_keys.secret_hash is
  'SHA-256 of the secret. Its 32 random characters cannot be guessed, so a database dump contains nothing usable.';
comment on column api_keys.allowed_cidrs is 'Empty: any address.';
comment on column api_keys.rate_limit_per_minute is 'Overrides RATE_LIMIT_PER_MINUTE for this key.';
comment on column api_keys.made_by is
  'The person who created the key, or rotated the one before it. Null: an operator did. See remove_member() and '
  'request_approval().';
comment on column api_keys.last_used_at is
  'Real time, at most a minute late: keep_requests() writes it from the request log.';

create index api_keys_by_merchant on api_keys (merchant_id);
create index useless_api_keys on api_keys (least(revoked_at, expires_at))
  where least(revoked_at, expires_at) is not null;
create index api_keys_by_maker on api_keys (merchant_id, made_by) where made_by is not null;

create table merchant_origins (
  merchant_id bigint not null references merchants,
  origin text not null constraint merchant_origin_has_no_path check (origin ~ '^https?://[^/\s]+$')
    constraint merchant_origin_is_exact check (
      origin ~
        '^https://([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:]+\])(:[0-9]{1,5})?$'
      or origin ~ '^http://localhost(:[0-9]{1,5})?$'
    ),
  created_at timestamptz not null default now(),
  constraint merchant_origin_is_unique primary key (merchant_id, origin)
);

comment on table merchant_origins is
  'The merchant''s own sites, which may embed its checkout. Origins go into a response header, so only harmless '
  'characters are allowed, and plain http only for localhost.';
comment on column merchant_origins.origin is
  'As browsers send it. merchant_origin_is_exact is the rule of checkout/origin.ts.';

create table memberships (
  person_id bigint not null references people on delete cascade,
  merchant_id bigint not null references merchants,
  role text not null constraint membership_role_is_known
    check (role in ('viewer', 'approver', 'developer', 'finance', 'owner')),
  created_at timestamptz not null default now(),
  primary key (person_id, merchant_id)
);

comment on table memberships is 'Which people belong to a merchant, and their role.';

create index memberships_by_merchant on memberships (merchant_id, person_id);

create table invitations (
  id bigint generated always as identity primary key,
  reference text not null unique,
  merchant_id bigint not null references merchants,
  email text not null constraint invitation_email_is_lower_case check (email = lower(email) and length(email) <= 254),
  role text not null constraint invitation_role_is_known
    check (role in ('viewer', 'approver', 'developer', 'finance', 'owner')),
  token_hash bytea not null constraint invitation_token_is_unique unique,
  invited_by bigint references people on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);

comment on table invitations is 'Invitations to join a merchant.';
comment on column invitations.email is 'The invited person''s address, in lower case.';
comment on column invitations.token_hash is 'SHA-256 of the token in the email, which has 256 random bits.';
comment on column invitations.ended_at is 'When it was accepted or revoked. Null: open until it expires.';

create index invitations_by_merchant on invitations (merchant_id, created_at);
create index invitations_by_age on invitations (created_at);
-- An address has at most one open invitation of a merchant.
create unique index invitation_is_open_once on invitations (merchant_id, email) where ended_at is null;
create index invitations_by_inviter on invitations (invited_by) where invited_by is not null;

create table sessions (
  id bigint generated always as identity primary key,
  reference text not null unique,
  token_hash bytea not null constraint session_token_is_unique unique,
  person_id bigint not null references people on delete cascade,
  merchant_id bigint references merchants,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  proved_at timestamptz not null default now(),
  address text,
  user_agent text constraint session_user_agent_is_short check (length(user_agent) <= 300)
);

comment on table sessions is
  'Open dashboard sessions; ending a session deletes its row. All times are real, never the test clock''s.';
comment on column sessions.token_hash is 'SHA-256 of the token in the cookie, which has 256 random bits.';
comment on column sessions.merchant_id is
  'The merchant that the dashboard shows. Each request looks up in memberships what the person may do there.';
comment on column sessions.proved_at is
  'When the person last proved their identity: at sign-in, or when asked again before a sensitive action.';
comment on column sessions.address is 'Where the session started, so that the person can recognise it.';
comment on column sessions.user_agent is 'The browser it started in.';

create index sessions_by_person on sessions (person_id, last_seen_at);
create index sessions_by_age on sessions (last_seen_at);
create index sessions_by_start on sessions (created_at);
