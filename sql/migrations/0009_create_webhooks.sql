-- Where a merchant receives events: one URL per environment, each with its own signing secret.
--
-- Secrets are encrypted (AES-256-GCM) under SERVICE_ENCRYPTION_KEY. During a rotation the previous one signs as
-- well. Disabled endpoints get nothing; their events are held.

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
  -- The first failure since the last success; five days of failures disable the endpoint.
  failing_since timestamptz,
  -- Whether its last attempt took long. Slow endpoints have a queue lane of their own.
  is_slow boolean not null default false,
  constraint webhook_endpoint_is_unique unique (merchant_id, environment),
  constraint previous_webhook_secret_expires check ((previous_secret is null) = (previous_secret_expires_at is null)),
  constraint disabled_webhook_endpoint_says_why check ((disabled_at is null) = (disabled_reason is null))
);

-- An event tells a merchant of a change of state. emit_event() writes it, with its delivery job, in the transaction
-- of that change: neither exists without the other. The body is stored as the exact text that is signed and sent.
create table events (
  id bigint generated always as identity primary key,
  reference text not null constraint event_reference_is_unique unique,
  merchant_id bigint not null references merchants,
  environment text not null constraint event_environment_is_known check (environment in ('test', 'live')),
  type text not null,
  body text not null,
  -- not_sent: there was no endpoint. held: the endpoint is disabled. exhausted: no attempt is left.
  delivery_status text not null constraint event_delivery_status_is_known check (
    delivery_status in ('not_sent', 'pending', 'delivered', 'held', 'exhausted')
  ),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- A fencing token, as in payouts.
  fence bigint not null default 0,
  created_at timestamptz not null default now(),
  -- The place in the retry schedule. A replay starts it again, while attempts goes on counting.
  retries integer not null default 0,
  -- The worker process that is sending it, and until when it may, in real time.
  claimed_by bigint,
  claimed_until timestamptz,
  constraint claimed_event_has_a_claimant check ((claimed_by is null) = (claimed_until is null)),
  constraint pending_event_has_a_next_attempt check ((delivery_status = 'pending') = (next_attempt_at is not null))
);

create index events_by_merchant on events (merchant_id, environment, created_at desc, id desc);
create index events_by_type on events (merchant_id, environment, type, created_at desc, id desc);
create index events_by_delivery_status on events (merchant_id, environment, delivery_status, created_at desc, id desc)
  where delivery_status not in ('delivered', 'not_sent');
create index events_held on events (merchant_id, environment) where delivery_status = 'held';
create index events_to_deliver_by_endpoint on events (merchant_id, environment, next_attempt_at, id)
  where delivery_status = 'pending';
create index events_being_sent on events (merchant_id, environment) where claimed_by is not null;

-- One attempt to deliver an event: what was sent beside the event's body, and the response.
create table webhook_attempts (
  id bigint generated always as identity primary key,
  event_id bigint not null references events,
  number integer not null,
  url text not null,
  request_headers json not null,
  response_status integer,
  response_body text,
  duration_ms integer not null,
  error text,
  sent_at timestamptz not null default now()
);

create index webhook_attempts_by_event on webhook_attempts (event_id, id);

-- A host check asks a worker whether webhooks may be sent to the addresses that a host name has now, while a URL is
-- being set. 'unresolved' names are accepted, because every delivery checks again.
create table host_checks (
  id bigint generated always as identity primary key,
  host text not null,
  status text not null default 'pending'
    constraint host_check_status_is_known check (status in ('pending', 'allowed', 'refused', 'unresolved')),
  requested_at timestamptz not null default now()
);

create index host_checks_to_complete on host_checks (requested_at) where status = 'pending';
