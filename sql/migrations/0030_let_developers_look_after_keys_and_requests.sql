-- What people need to look after their merchant's API keys: when and from where each was last used, and which requests
-- came with it.

-- Real time, never a test clock's. Written by keep_requests() from the log of requests, a minute late at most.
alter table api_keys add column last_used_at timestamptz, add column last_used_address inet;

-- What a request was and how it ended. Few: the service's own paths, statuses and error codes, and no text of a caller.
-- The log names one by its id, which keeps rows small, and lets any filter be answered by one index.
create table request_kinds (
  id integer generated always as identity primary key,
  method text not null,
  -- As the route declares it: /v1/payouts/:reference.
  path text not null,
  -- 499: the caller was gone before the response was complete.
  status smallint not null constraint request_status_has_three_digits check (status between 100 and 599),
  error_code text,
  constraint request_kind_is_unique unique nulls not distinct (method, path, status, error_code)
);

-- The requests of merchants, for 30 days, without bodies, query strings and headers. Written in batches, so its rows
-- need no foreign keys, which would be looked up for each: merchants and kinds are never deleted.
create table request_log (
  id bigint generated always as identity primary key,
  -- When it arrived.
  created_at timestamptz not null,
  merchant_id bigint not null,
  kind_id integer not null,
  duration_ms integer not null,
  environment text not null,
  request_id text not null,
  -- The key's reference, or the person's.
  caller text not null
);

create index request_log_by_time on request_log (merchant_id, environment, created_at desc, id desc);
create index request_log_by_kind on request_log (merchant_id, environment, kind_id, created_at desc, id desc);
create index request_log_by_request on request_log (merchant_id, environment, request_id, created_at desc, id desc);

-- How many requests a merchant sent on a day (UTC). The log keeps no more of them than request_log_bound() says.
create table request_log_days (
  merchant_id bigint not null,
  environment text not null,
  day date not null,
  requests bigint not null,
  primary key (merchant_id, environment, day)
);

create index request_log_days_by_day on request_log_days (day);

-- Their parameters or results have changed.
drop function if exists
  revoke_api_key(bigint, text, acting),
  rotate_api_key(bigint, text, integer, bytea, text, acting);

-- For purge_api_keys().
create index useless_api_keys on api_keys (least(revoked_at, expires_at))
where least(revoked_at, expires_at) is not null;
