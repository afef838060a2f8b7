-- Stores the result of an identity check, emits kyc.succeeded or kyc.failed and notifies the waiting request. p_name is
-- the name on record, if any. If the identifier has reached the limit of mismatches meanwhile, the check ends without a
-- result or event, even if its phone is right, unless that phone matched before. Returns false, changing nothing, if
-- the check was completed before. Locks the record, so that concurrent checks count each other.
create or replace function complete_identity_check(p_request_id bigint, p_verified boolean, p_name text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  record identity_records;
  request identity_checks;
  limit_ends timestamptz;
  present timestamptz;
  wrong timestamptz[];
  ending text := case when p_verified then 'succeeded' else 'failed' end;
begin
  select r.* into record
  from identity_records r
  where r.id = (select k.identity_record_id from identity_checks k where k.id = p_request_id)
  for update;
  select * into request from identity_checks k where k.id = p_request_id and k.status = 'pending' for update;
  if not found then
    return false;
  end if;
  present := business_now(record.merchant_id, record.environment);
  if not coalesce(record.matched_phone_hashes && request.phone_hashes, false) then
    limit_ends := identity_limit_ends(record);
  end if;

  if limit_ends is not null then
    ending := 'unavailable';
  elsif p_verified and request.phone_hashes[1] <> all (record.matched_phone_hashes) then
    update identity_records r
    set matched_phone_hashes
      = (r.matched_phone_hashes || request.phone_hashes[1])[greatest(cardinality(r.matched_phone_hashes) - 3, 1):]
    where r.id = record.id;
  -- Without a record there is no phone to guess.
  elsif not p_verified and record.status = 'found' then
    update identity_records r
    set mismatched_at = (r.mismatched_at || present)[cardinality(r.mismatched_at) - 3:]
    where r.id = record.id
    returning r.mismatched_at into wrong;
  end if;

  update identity_checks k
  set status = ending, name = case when limit_ends is null then p_name end, limited_until = limit_ends,
    remaining = case when wrong is not null
      then 5 - (select count(*) from unnest(wrong) t where t > present - interval '24 hours')
    end,
    encrypted_phone = null, phone_hashes = null
  where k.id = p_request_id
  returning * into request;
  if limit_ends is null then
    perform emit_event(
      request.merchant_id, request.environment, 'kyc.' || request.status, identity_check_json(s), record.trace_id
    )
    from shown_identity_checks s where s.id = p_request_id;
  end if;
  perform notify_results('identity_check', array[p_request_id]);
  return true;
end
$$;
