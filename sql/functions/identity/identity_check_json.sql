-- identity_check_json(request) returns an answered identity check as the API and its events show it. Neither the
-- identifier nor the phone are part of it, nor is the fee.
--
-- Its body is bound when it is created, which pins its names, and is inlined where it is used.
create or replace function identity_check_json(request identity_checks) returns json
language sql stable
return json_strip_nulls(json_build_object(
  'reference', request.reference,
  'type', request.type,
  'status', request.status,
  'verified', request.status = 'succeeded',
  'name', request.name,
  'cacheHit', request.is_cache_hit,
  'environment', request.environment,
  'createdAt', iso_timestamp(request.created_at)
));
