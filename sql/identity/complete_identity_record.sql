-- Stores the provider's result for an identity: 'found' or 'not_found' with the encrypted record, which captures the
-- fee. 'unavailable' releases the fee and ends all waiting checks without an event, since nobody was checked.
-- Returns false, changing nothing, if the record was completed before. Locks the record, then the merchant's ledger
-- accounts.
create or replace function complete_identity_record(p_record_id bigint, p_status text, p_encrypted_record bytea)
returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  record identity_records;
  cost bigint;
  ended_ids bigint[];
  is_available constant boolean := p_status <> 'unavailable';
begin
  select * into strict record from identity_records r where r.id = p_record_id for update;
  if record.status <> 'pending' then
    return false;
  end if;
  cost := record.fee_reserved;
  if cost > 0 then
    perform post_journals(array[(
      case when is_available then 'identity_fee_captured' else 'identity_fee_released' end,
      record.requested_for, record.merchant_id, record.environment, 'NGN',
      case when not is_available then cost end, -cost, 0,
      case when is_available then cost - coalesce(record.vat, 0) end, case when is_available then record.vat end, 0, 0,
      null
    )::ledger_movement]);
  end if;
  update identity_records r
  set status = p_status,
    encrypted_record = coalesce(p_encrypted_record, r.encrypted_record),
    stored_at = now(), fee_reserved = 0, is_charged = r.is_charged or is_available,
    completed_at = business_now(r.merchant_id, r.environment)
  where r.id = p_record_id;

  if not is_available then
    with ended as (
      update identity_checks k set status = 'unavailable', encrypted_phone = null, phone_hashes = null
      where k.identity_record_id = p_record_id and k.status = 'pending'
      returning k.id
    )
    select array_agg(e.id) into ended_ids from ended e;
    perform notify_results('identity_check', ended_ids);
  end if;
  return true;
end
$$;
