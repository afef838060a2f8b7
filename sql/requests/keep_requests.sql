-- Writes a batch of requests to the log, and records when their keys were last used. p_requests is a JSON array of
-- TypeScript's SeenRequest. Requests beyond request_log_bound() are only counted. Returns how many requests were
-- written. Locks the days' rows in their order, and skips keys that are locked.
create or replace function keep_requests(p_requests jsonb) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  written integer;
begin
  insert into request_kinds (method, path, status, error_code)
  select distinct g.method, g.path, g.status, g."errorCode"
  from jsonb_to_recordset(p_requests) as g (method text, path text, status smallint, "errorCode" text)
  where not exists (
    select from request_kinds k
    where k.method = g.method and k.path = g.path and k.status = g.status
      and k.error_code is not distinct from g."errorCode"
  )
  order by g.method, g.path, g.status, g."errorCode"
  on conflict on constraint request_kind_is_unique do nothing;

  with given as materialized (
    select s.*, (s.created_at at time zone 'UTC')::date as day,
      row_number() over (
        partition by s.merchant_id, s.environment, (s.created_at at time zone 'UTC')::date order by s.created_at
      ) as place
    from (
      select to_timestamp(g."arrivedAt" / 1000) as created_at, g."merchantId" as merchant_id, g.*
      from jsonb_to_recordset(p_requests) as g (
        "merchantId" bigint, environment text, "arrivedAt" double precision, method text, path text, status smallint,
        "errorCode" text, "ignoredFields" text, "durationMs" integer, "requestId" text, caller text
      )
    ) s
  ), added as materialized (
    select g.merchant_id, g.environment, g.day, count(*) as requests from given g
    group by g.merchant_id, g.environment, g.day
    order by g.merchant_id, g.environment, g.day
  ), days as (
    insert into request_log_days as d (merchant_id, environment, day, requests)
    select a.merchant_id, a.environment, a.day, a.requests from added a
    on conflict (merchant_id, environment, day) do update set requests = d.requests + excluded.requests
    returning d.merchant_id, d.environment, d.day, d.requests
  )
  insert into request_log (
    created_at, merchant_id, kind_id, duration_ms, environment, request_id, caller, ignored_fields
  )
  select g.created_at, g.merchant_id, k.id, g."durationMs", g.environment, g."requestId", g.caller, g."ignoredFields"
  from given g
  join added a using (merchant_id, environment, day)
  join days d using (merchant_id, environment, day)
  join request_kinds k on k.method = g.method and k.path = g.path and k.status = g.status
    and k.error_code is not distinct from g."errorCode"
  where d.requests - a.requests + g.place <= request_log_bound();
  get diagnostics written = row_count;

  with used as materialized (
    select distinct on (g.caller) g.caller, to_timestamp(g."arrivedAt" / 1000) as created_at, g.address
    from jsonb_to_recordset(p_requests) as g (caller text, "arrivedAt" double precision, address inet)
    where g.caller like 'key\_%'
    order by g.caller, g."arrivedAt" desc
  ), free as materialized (
    -- Once a minute for each key, in any process.
    select k.id, u.created_at, u.address from api_keys k join used u on u.caller = k.reference
    where k.last_used_at is null or k.last_used_at < u.created_at - interval '1 minute'
    for update of k skip locked
  )
  update api_keys k set last_used_at = f.created_at, last_used_address = f.address from free f where k.id = f.id;
  return written;
end
$$;
