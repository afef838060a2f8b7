-- Merchants, their API keys, and the sites that may embed their checkout. Operators write all three (npm run admin).

-- A merchant is a business that collects and pays out through this service: the tenant of every other table.
create table merchants (
  id bigint generated always as identity primary key,
  reference text not null constraint merchant_reference_is_unique unique,
  name text not null constraint merchant_has_a_name check (name <> ''),
  email text not null,
  kyb_status text not null default 'draft'
    constraint merchant_kyb_status_is_known check (kyb_status in ('draft', 'submitted', 'approved', 'rejected')),
  -- The largest single payout, in kobo; ten million naira unless an operator raised it.
  payout_max bigint not null default 1000000000 constraint merchant_payout_max_is_positive check (payout_max > 0),
  created_at timestamptz not null default now()
);

-- An API key authenticates a merchant's backend in one environment. Only the SHA-256 of the secret is stored: its 32
-- random characters cannot be guessed, and a database dump contains nothing that can be used. Rotation gives the old
-- key an expiry; revocation stops it at once.
create table api_keys (
  id bigint generated always as identity primary key,
  reference text not null constraint api_key_reference_is_unique unique,
  merchant_id bigint not null references merchants,
  environment text not null constraint api_key_environment_is_known check (environment in ('test', 'live')),
  secret_hash bytea not null constraint api_key_secret_hash_is_unique unique,
  last_four text not null,
  scopes text[] not null,
  -- Empty means: from anywhere.
  allowed_cidrs cidr[] not null default '{}',
  -- Overrides RATE_LIMIT_PER_MINUTE for this key.
  rate_limit_per_minute integer constraint api_key_rate_limit_is_positive check (rate_limit_per_minute > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz
);

create index api_keys_by_merchant on api_keys (merchant_id);

-- The origins of a merchant's own sites, in the form that browsers send: the only pages that may embed its checkout.
-- They are written into a response header, so only what is harmless there is allowed; plain http for localhost
-- alone.
create table merchant_origins (
  merchant_id bigint not null references merchants,
  origin text not null constraint merchant_origin_has_no_path check (origin ~ '^https?://[^/\s]+$'),
  created_at timestamptz not null default now(),
  constraint merchant_origin_is_unique primary key (merchant_id, origin),
  -- The same rule as in sql/checkout/origin.ts.
  constraint merchant_origin_is_exact check (
    origin ~ '^https://([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:]+\])(:[0-9]{1,5})?$'
    or origin ~ '^http://localhost(:[0-9]{1,5})?$'
  )
);
