-- Where a merchant wants to hear of events: one URL for each environment, each with a signing secret of its own.
--
-- Secrets are encrypted (AES-256-GCM) under SERVICE_ENCRYPTION_KEY. During a rotation the previous one signs as well.

create table webhook_endpoints (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchants,
  environment text not null constraint webhook_endpoint_environment_is_known check (environment in ('test', 'live')),
  url text not null,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_expires_at timestamptz,
  disabled_at timestamptz,
  disabled_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint webhook_endpoint_is_unique unique (merchant_id, environment),
  constraint previous_webhook_secret_expires check ((previous_secret is null) = (previous_secret_expires_at is null)),
  constraint disabled_webhook_endpoint_says_why check ((disabled_at is null) = (disabled_reason is null))
);
