-- complete_identity_check(request_id, verified, name) writes the answer to one check, tells of it (kyc.succeeded or
-- kyc.failed) and wakes who waits. name is that on record, where the record has one. Returns false, changing nothing,
-- where the check was answered before.
create or replace function complete_identity_check(request_id bigint, verified boolean, name text) returns boolean
language plpgsql set search_path = public, pg_temp as $$
declare
  request identity_checks;
begin
  update identity_checks k
  set status = case when verified then 'succeeded' else 'failed' end, name = complete_identity_check.name, encrypted_phone = null
  where k.id = request_id and k.status = 'pending'
  returning * into request;
  if not found then
    return false;
  end if;
  perform emit_event(request.merchant_id, request.environment, 'kyc.' || request.status, identity_check_json(request));
  perform notify_result('identity_check:' || request_id);
  return true;
end
$$;
