-- Events, and their delivery to merchants.

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
  failing_since timestamptz,
  is_slow boolean not null default false,
  slow_until timestamptz not null default '-infinity',
  delivery_round integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint webhook_endpoint_is_unique unique (merchant_id, environment),
  constraint previous_webhook_secret_expires check ((previous_secret is null) = (previous_secret_expires_at is null)),
  constraint disabled_webhook_endpoint_says_why check ((disabled_at is null) = (disabled_reason is null))
) with (fillfactor = 50);

comment on table webhook_endpoints is
  'Where a merchant receives events: one URL per environment, each with its own signing secret. A disabled endpoint '
  'gets nothing, and its pending events are held: disabling and enabling changes this row only, whatever the number '
  'of events.';
comment on column webhook_endpoints.secret is 'Encrypted (AES-256-GCM) under SERVICE_ENCRYPTION_KEY.';
comment on column webhook_endpoints.previous_secret is 'Signs as well during a rotation; erased after it.';
comment on column webhook_endpoints.failing_since is
  'The first failure since the last success. Five days of failures disable the endpoint.';
comment on column webhook_endpoints.is_slow is
  'Whether an attempt took long lately. Slow endpoints have a queue of their own.';
comment on column webhook_endpoints.slow_until is
  'In real time. A fast attempt before it does not end the slowness; a slow one moves it on.';
comment on column webhook_endpoints.delivery_round is 'Grows each time a disabled endpoint is enabled again.';

create index webhook_endpoints_with_previous_secret on webhook_endpoints (previous_secret_expires_at)
  where previous_secret_expires_at is not null;
create index webhook_endpoints_disabled on webhook_endpoints (environment) where disabled_at is not null;

create table signing_secrets (
  merchant_id bigint not null references merchants,
  environment text not null constraint signing_secret_environment_is_known check (environment in ('test', 'live')),
  secret bytea not null,
  constraint signing_secret_is_unique primary key (merchant_id, environment)
);

comment on table signing_secrets is
  'The encrypted secret that signs events of a merchant without a webhook endpoint, so that "npm run listen" can '
  'forward them to a developer''s machine. The endpoint takes it over. Written at each "npm start".';

create table webhook_claims (
  endpoint_id bigint primary key references webhook_endpoints,
  event_ids bigint[] not null
) with (fillfactor = 25);

comment on table webhook_claims is
  'The events of each endpoint that may be in delivery. Apart from the endpoint, because each claim rewrites this '
  'row while everything that moves money reads the endpoint''s. Written under the lock of the endpoint''s row.';

create table events (
  id bigint generated always as identity primary key,
  reference text not null constraint event_reference_is_unique unique,
  merchant_id bigint not null references merchants,
  environment text not null constraint event_environment_is_known check (environment in ('test', 'live')),
  type text not null,
  subject text,
  delivery_status text not null
    constraint event_delivery_status_is_known check (
      delivery_status in ('not_sent', 'pending', 'delivered', 'exhausted')
    ),
  attempts integer not null default 0,
  retries integer not null default 0,
  next_attempt_at timestamptz,
  delivery_round integer not null default 0,
  fence bigint not null default 0,
  claimed_by bigint,
  claimed_until timestamptz,
  trace_id uuid,
  created_at timestamptz not null default now(),
  inserted_at timestamptz not null default now(),
  constraint claimed_event_has_a_claimant check ((claimed_by is null) = (claimed_until is null)),
  constraint pending_event_has_a_next_attempt check ((delivery_status = 'pending') = (next_attempt_at is not null)),
  constraint only_a_pending_event_is_sent check (delivery_status = 'pending' or claimed_by is null)
) with (fillfactor = 70);

comment on table events is
  'Tells a merchant about a change of state. emit_event() writes it in the transaction of that change: neither '
  'exists without the other.';
comment on column events.subject is 'The reference of the resource, or a link''s slug. Null for test events.';
comment on column events.delivery_status is
  'not_sent: there was no endpoint. exhausted: no attempt is left. Held events are pending.';
comment on column events.retries is
  'The place in the retry schedule. A replay starts it again, while attempts goes on counting.';
comment on column events.delivery_round is
  'That of the endpoint when the next attempt was planned. An event of an earlier round is due at once, with all '
  'its attempts.';
comment on column events.fence is 'A fencing token, as in payouts.';
comment on column events.claimed_by is 'The worker process that is sending it.';
comment on column events.claimed_until is 'Until when it may, in real time.';
comment on column events.inserted_at is 'Real time; retention counts from it.';

create index events_by_merchant on events (merchant_id, environment, created_at desc, id desc);
create index events_pending on events (environment, merchant_id, delivery_round, next_attempt_at, id)
  where delivery_status = 'pending';
create index events_by_type_and_delivery_status
  on events (merchant_id, environment, type, delivery_status, created_at desc, id desc);
create index events_exhausted on events (merchant_id, environment, created_at, id)
  where delivery_status = 'exhausted';
create index events_by_subject on events (subject, created_at desc, id desc) where subject is not null;

create type new_event as (merchant_id bigint, environment text, type text, data json, trace_id uuid);

comment on type new_event is
  'The input of emit_events(): whom an event is for, its type, and the resource as GET returns it.';

create type claimed_delivery as (
  event_id bigint, fence bigint, reference text, body text, url text, secret bytea, previous_secret bytea,
  merchant_id bigint, environment text, trace_id uuid
);

comment on type claimed_delivery is
  'An event that a worker process has claimed: what it sends, where to, and the encrypted secrets that sign it.';

create type made_attempt as (
  event_id bigint, fence bigint, url text, request_headers json, status integer, body text, is_cut boolean,
  duration_ms integer, error text, retry_after_seconds integer, takes integer
);

comment on type made_attempt is
  'The input of record_attempts(): what a worker sent for a claim and received, and how many events it takes next.';

create type attempt_end as (
  event_id bigint, merchant_id bigint, environment text, due_at timestamptz, takes integer
);

comment on type attempt_end is
  'A recorded attempt of the present claim, while record_attempts() runs. due_at: when the next one is to be queued.';

create table event_bodies (
  event_id bigint primary key references events,
  data json not null
);

comment on table event_bodies is
  'The data of an event as it is signed and sent; event_body() puts the rest, which is in the event''s row, before '
  'it. Apart from the event, which each attempt rewrites.';

create table webhook_attempts (
  event_id bigint not null,
  number integer not null,
  url text not null,
  request_headers json not null,
  response_status integer,
  response_body text,
  response_cut boolean,
  duration_ms integer not null,
  error text,
  sent_at timestamptz not null default now(),
  inserted_at timestamptz not null default clock_timestamp()
) partition by range (inserted_at);

comment on table webhook_attempts is
  'Attempts to deliver an event, kept for 30 days in weekly partitions. Without a foreign key: making or dropping a '
  'partition would lock the events, and so everything that moves money. record_attempts() has locked the event, and '
  'purge_events() deletes attempts with their event. Event and number are the primary key of each partition; that '
  'of the table would have to include inserted_at.';
comment on column webhook_attempts.response_cut is
  'Whether the response was longer than what is kept of it. Null: it was not, or there was none.';
comment on column webhook_attempts.inserted_at is
  'The database''s clock as the row is written. Decides the partition, and when the row is deleted.';

create table webhook_attempts_default partition of webhook_attempts (primary key (event_id, number)) default;
create index webhook_attempts_default_by_insertion on webhook_attempts_default (inserted_at);

create table host_checks (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchants,
  environment text not null constraint host_check_environment_is_known check (environment in ('test', 'live')),
  host text not null,
  status text not null default 'pending'
    constraint host_check_status_is_known check (status in ('pending', 'allowed', 'refused', 'unresolved')),
  requested_at timestamptz not null default now(),
  trace_id uuid
);

comment on table host_checks is
  'Requests to check, while a webhook URL is being set, whether webhooks may go to the addresses of a host. '
  'Unresolved names are accepted, because every delivery checks again.';
comment on column host_checks.merchant_id is
  'Whose webhook it is. A merchant may have only so many checks waiting, and identical pending ones share a row.';
comment on column host_checks.environment is 'Test webhooks may reach networks that live ones may not.';

create index host_checks_by_request on host_checks (requested_at);
create index host_checks_waiting on host_checks (environment, requested_at, id) where status = 'pending';
create unique index host_checks_in_flight on host_checks (merchant_id, environment, host) where status = 'pending';
