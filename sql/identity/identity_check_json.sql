-- Returns a completed identity check as the API and its events show it: without the identifier, the phone and the
-- fee.
create or replace function identity_check_json(p_request shown_identity_checks) returns json
language sql stable
return json_strip_nulls(json_build_object(
  'reference', p_request.reference,
  'type', p_request.type,
  'status', p_request.status,
  'verified', p_request.status = 'succeeded',
  'name', p_request.name,
  'cacheHit', p_request.is_cache_hit,
  'merchantReference', p_request.merchant_reference,
  'metadata', p_request.metadata,
  'environment', p_request.environment,
  'createdAt', iso_timestamp(p_request.created_at)
));
