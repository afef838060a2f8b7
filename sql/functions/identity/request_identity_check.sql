-- request_identity_check(merchant_id, environment, type, identifier_hashes, encrypted_question, encrypted_phone) records a check of a
-- 'bvn' or 'nin' and queues its answer.
--
-- The hashes are the identifier's under each of the service's keys, the present one first: whichever its record was
-- found by, it is one record. A record that is fresh (found: 180 days, not found: 24 hours) answers by itself, and a
-- question about it that is under way is joined. Else the provider is asked, and the fee reserved, unless this
-- merchant paid for this identifier before.
-- Returns outcome 'pending' with the check and its record, or 'insufficient_balance', having done nothing.
-- Locks the identity's record, then the merchant's ledger accounts.
create or replace function request_identity_check(
  merchant_id bigint, environment text, type text, identifier_hashes bytea[], encrypted_question bytea,
  encrypted_phone bytea, out outcome text, out request_id bigint, out record_id bigint
)
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  tenant constant bigint := merchant_id;
  tenant_environment constant text := environment;
  check_reference constant text := new_reference('kyc');
  present constant timestamptz := business_now(merchant_id, environment);
  record identity_records;
  is_known boolean;
  cost bigint;
begin
  -- A record that does not exist yet has no row to lock. The least hash is the same for processes with either key first.
  perform pg_advisory_xact_lock(hashtextextended(min(encode(hash, 'hex')), 0)) from unnest(identifier_hashes) hash;
  select * into record from identity_records r
  where r.merchant_id = tenant and r.environment = tenant_environment and r.type = request_identity_check.type
    and r.identifier_hash = any (identifier_hashes)
  for update;
  is_known := coalesce(
    record.status = 'pending'
    or (record.status = 'found' and record.completed_at > present - interval '180 days')
    or (record.status = 'not_found' and record.completed_at > present - interval '24 hours'),
    false
  );

  if not is_known then
    cost := case when record.is_charged then 0 else service_fee('identity_check', tenant_environment, 0) end;
    if cost > 0 then
      perform from ledger_accounts a
      where (a.merchant_id, a.environment, a.currency) = (tenant, tenant_environment, 'NGN')
      order by a.id
      for update;
      if not exists (
        select from ledger_accounts a
        where (a.merchant_id, a.environment, a.currency, a.kind) = (tenant, tenant_environment, 'NGN', 'available')
          and a.balance >= cost
      ) then
        outcome := 'insufficient_balance';
        return;
      end if;
      perform post_journals(array[(
        'identity_fee_reserved', check_reference, tenant, tenant_environment, 'NGN', -cost, cost, 0, 0, 0
      )::ledger_movement]);
    end if;
    if record.id is null then
      insert into identity_records (
        reference, merchant_id, environment, type, identifier_hash, status, encrypted, fee_reserved, requested_for, created_at
      ) values (
        new_reference('idr'), tenant, tenant_environment, request_identity_check.type, identifier_hashes[1], 'pending',
        encrypted_question, cost, check_reference, present
      )
      returning * into record;
    else
      update identity_records r
      set identifier_hash = identifier_hashes[1], status = 'pending', encrypted = encrypted_question, fee_reserved = cost,
        requested_for = check_reference
      where r.id = record.id
      returning * into record;
    end if;
  end if;

  insert into identity_checks (
    reference, merchant_id, environment, type, identity_record_id, encrypted_phone, is_cache_hit, created_at
  ) values (
    check_reference, tenant, tenant_environment, request_identity_check.type, record.id, request_identity_check.encrypted_phone,
    is_known, present
  )
  returning id into request_id;
  -- The job of a question that is under way answers all checks of the record in the end.
  if not is_known or record.status <> 'pending' then
    perform enqueue_jobs('check_identity', array[record.id]);
  end if;
  outcome := 'pending';
  record_id := record.id;
end
$$;
