-- Stores the result of one identity check, emits kyc.succeeded or kyc.failed and notifies the waiting request.
-- p_name is the name on record, if there is one. Returns false, changing nothing, if the check was completed before.
create or replace function complete_identity_check(p_request_id bigint, p_verified boolean, p_name text) returns boolean
language plpgsql set search_path = public, pg_temp as $$
declare
  request identity_checks;
begin
  update identity_checks k
  set status = case when p_verified then 'succeeded' else 'failed' end, name = p_name, encrypted_phone = null
  where k.id = p_request_id and k.status = 'pending'
  returning * into request;
  if not found then
    return false;
  end if;
  perform emit_event(request.merchant_id, request.environment, 'kyc.' || request.status, identity_check_json(request));
  perform notify_result('identity_check:' || p_request_id);
  return true;
end
$$;
