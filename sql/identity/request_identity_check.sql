-- Records a check of a 'bvn' or 'nin' and queues it.
--
-- p_identifier_hashes are the identifier's hashes under each of the service's keys, the current key first; any of them
-- finds the same record. A fresh record (found: 180 days, not_found: 24 hours) completes the check without a provider
-- call, and a call in progress is shared. Otherwise the provider is called and the fee reserved, unless this merchant
-- has paid for this identifier before. Returns outcome 'pending' with the ids of the check and its record; or one that
-- changes nothing: 'insufficient_balance' with the cost and the available balance, in kobo, or 'limited' with
-- wait_seconds, if too many phones did not match this identifier. That includes the right phone, or it could be told
-- from the wrong ones, but not one that matched the fresh record before: p_phone_hashes finds it, the phone's hashes in
-- the identifier's order. Raises PB010 if too many of the merchant's checks are pending, PB012 if p_caller has lost the
-- right, and a unique violation if another check has p_merchant_reference. Locks the identity (advisory) and its
-- record, then the merchant's ledger accounts.
create or replace function request_identity_check(
  p_merchant_id bigint, p_environment text, p_type text, p_identifier_hashes bytea[], p_encrypted_request bytea,
  p_encrypted_phone bytea, p_phone_hashes bytea[], p_caller caller, p_trace_id uuid default null,
  p_merchant_reference text default null, p_metadata json default null,
  out outcome text, out request_id bigint, out record_id bigint, out wait_seconds integer,
  out cost bigint, out available bigint
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  check_reference constant text := new_reference('kyc');
  present constant timestamptz := business_now(p_merchant_id, p_environment);
  record identity_records;
  is_known boolean;
  charges charges_due;
begin
  -- A record that does not exist yet has no row to lock. The least hash is the same whichever key comes first.
  perform pg_advisory_xact_lock(hashtextextended(min(encode(hash, 'hex')), 0)) from unnest(p_identifier_hashes) hash;
  select * into record from identity_records r
  where r.merchant_id = p_merchant_id and r.environment = p_environment and r.type = p_type
    and r.identifier_hash = any (p_identifier_hashes)
  for update;
  perform require_right(p_caller, p_merchant_id, p_environment, 'pay', 'kyc:write', true);
  is_known := coalesce(
    record.status = 'pending'
    or (record.status = 'found' and record.completed_at > present - interval '180 days')
    or (record.status = 'not_found' and record.completed_at > present - interval '24 hours'),
    false
  );
  if identity_limit_ends(record) is not null
    and not (is_known and record.status = 'found' and coalesce(record.matched_phone_hashes && p_phone_hashes, false))
  then
    outcome := 'limited';
    wait_seconds := ceil(extract(epoch from identity_limit_ends(record) - present));
    return;
  end if;

  if not is_known then
    select c.* into charges from charges_of('identity_check', p_environment, 0, null, false, present) c;
    cost := case when record.is_charged then 0 else charges.fee end;
    if cost > 0 then
      perform from ledger_accounts a
      where (a.merchant_id, a.environment, a.currency) = (p_merchant_id, p_environment, 'NGN')
      order by a.id
      for update;
      perform require_right(p_caller, p_merchant_id, p_environment, 'pay', 'kyc:write', true);
      select a.balance into strict available from ledger_accounts a
      where (a.merchant_id, a.environment, a.currency, a.kind) = (p_merchant_id, p_environment, 'NGN', 'available');
      if available < cost then
        outcome := 'insufficient_balance';
        return;
      end if;
    end if;
    if record.id is null then
      insert into identity_records (
        reference, merchant_id, environment, type, identifier_hash, status, encrypted_record, fee_reserved,
        vat, requested_for, created_at, trace_id
      ) values (
        new_reference('idr'), p_merchant_id, p_environment, p_type, p_identifier_hashes[1], 'pending',
        p_encrypted_request, cost, charges.vat, check_reference, present, p_trace_id
      )
      returning * into record;
    else
      update identity_records r
      set identifier_hash = p_identifier_hashes[1], status = 'pending', encrypted_record = p_encrypted_request,
        stored_at = now(), fee_reserved = cost, requested_for = check_reference,
        vat = case when r.is_charged then r.vat else charges.vat end, trace_id = p_trace_id
      where r.id = record.id
      returning * into record;
    end if;
  end if;

  insert into identity_checks (
    reference, merchant_id, environment, type, identity_record_id, encrypted_phone, phone_hashes, is_cache_hit,
    merchant_reference, metadata, created_at
  ) values (
    check_reference, p_merchant_id, p_environment, p_type, record.id, p_encrypted_phone, p_phone_hashes, is_known,
    p_merchant_reference, p_metadata, present
  )
  returning id into request_id;
  -- After the check and its record, which say what is in the cost.
  if cost > 0 then
    perform post_journals(array[(
      'identity_fee_reserved', check_reference, p_merchant_id, p_environment, 'NGN', -cost, cost, 0, 0, 0, 0, 0, null
    )::ledger_movement]);
  end if;
  perform refuse_too_many_lookups(p_merchant_id, p_environment);
  -- The provider call in progress will complete all checks of the record.
  if not is_known or record.status <> 'pending' then
    perform enqueue_jobs('check_identity', array[record.id]);
  end if;
  outcome := 'pending';
  record_id := record.id;
end
$$;
