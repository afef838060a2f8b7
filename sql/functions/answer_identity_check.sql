-- answer_identity_check(request_id, verified, name) writes the answer to one check, tells of it (kyc.succeeded or
-- kyc.failed) and wakes who waits. name is that on record, where the record has one. Returns false, changing nothing,
-- where the check was answered before.
create or replace function answer_identity_check(request_id bigint, verified boolean, name text) returns boolean
language plpgsql set search_path = public, pg_temp as $$
declare
  request kyc_requests;
begin
  update kyc_requests k
  set status = case when verified then 'succeeded' else 'failed' end, name = answer_identity_check.name, sealed_phone = null
  where k.id = request_id and k.status = 'asked'
  returning * into request;
  if not found then
    return false;
  end if;
  perform emit_event(request.merchant_id, request.environment, 'kyc.' || request.status, kyc_request_json(request));
  perform notify_answer('kyc_request:' || request_id);
  return true;
end
$$;
