-- The log of requests, and what requests with an Idempotency-Key created.

create table request_kinds (
  id integer generated always as identity primary key,
  method text not null,
  path text not null,
  status smallint not null constraint request_status_has_three_digits check (status between 100 and 599),
  error_code text,
  constraint request_kind_is_unique unique nulls not distinct (method, path, status, error_code)
);

comment on table request_kinds is
  'What a request was and how it ended: the service''s own paths, statuses and error codes, without text of a '
  'caller. The log names a kind by its id, which keeps rows small and lets one index serve any filter.';
comment on column request_kinds.path is 'As the route declares it: /v1/payouts/:reference.';
comment on column request_kinds.status is '499: the caller disconnected before the response was complete.';

create table request_log (
  id bigint generated always as identity,
  merchant_id bigint not null,
  environment text not null,
  kind_id integer not null,
  request_id text not null,
  caller text not null,
  duration_ms integer not null,
  ignored_fields text,
  created_at timestamptz not null,
  inserted_at timestamptz not null default clock_timestamp()
) partition by range (inserted_at);

comment on table request_log is
  'The requests of merchants, for 30 days in weekly partitions, without bodies, query strings and headers. Written '
  'in batches, without foreign keys, which would be looked up for each row: merchants and kinds are never deleted.';
comment on column request_log.caller is 'The reference of the API key or the person.';
comment on column request_log.ignored_fields is
  'The response''s Ignored-Fields: fields that the endpoint did not know, as JSON pointers separated by commas.';
comment on column request_log.created_at is 'When the request arrived.';
comment on column request_log.inserted_at is
  'The database''s clock as the row is written. Decides the partition, and when the row is deleted.';

create index request_log_by_time on request_log (merchant_id, environment, created_at desc, id desc);
create index request_log_by_kind on request_log (merchant_id, environment, kind_id, created_at desc, id desc);
create index request_log_by_request on request_log (merchant_id, environment, request_id, created_at desc, id desc);

-- Takes what no other partition takes, so that no request fails for want of one.
create table request_log_default partition of request_log default;
create index request_log_default_by_insertion on request_log_default (inserted_at);

create table request_log_days (
  merchant_id bigint not null,
  environment text not null,
  day date not null,
  requests bigint not null,
  primary key (merchant_id, environment, day)
);

comment on table request_log_days is
  'How many requests a merchant sent on a day (UTC). The log keeps at most request_log_bound() of them.';

create index request_log_days_by_day on request_log_days (day);

create table idempotency_keys (
  merchant_id bigint not null references merchants,
  environment text not null constraint idempotency_key_environment_is_known check (environment in ('test', 'live')),
  route text not null,
  key text not null constraint idempotency_key_is_short check (length(key) between 1 and 255),
  body_hash bytea not null,
  resource text,
  created_at timestamptz not null default now(),
  constraint idempotency_key_is_used_once primary key (merchant_id, environment, route, key)
);

comment on table idempotency_keys is
  'What requests with an Idempotency-Key created, so that a repeated one gets the same resource. Payouts keep their '
  'own keys, for ever. claim_idempotency_key() adds a row in the transaction that creates the resource. A row '
  'counts for 30 days, and is deleted if its resource could not be provisioned.';
comment on column idempotency_keys.route is 'Method and path as declared: POST /v1/virtual-accounts.';
comment on column idempotency_keys.body_hash is 'A keyed hash of the canonical body, since a body may contain a BVN.';
comment on column idempotency_keys.resource is
  'What the route finds its resource by: a row id, a reference or a slug. Null until it is created.';

create index idempotency_keys_by_age on idempotency_keys (created_at);
create index idempotency_keys_by_resource on idempotency_keys (route, resource);
