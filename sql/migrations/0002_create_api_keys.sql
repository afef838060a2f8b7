-- An API key authenticates a merchant's backend, in one environment.
--
-- Only the SHA-256 of the secret is kept: 32 random characters leave nothing to guess, and a dump nothing to use.
-- Rotation gives the old key an expiry; revocation stops it at once.

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
