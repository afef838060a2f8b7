-- complete_identity_record(record_id, status, encrypted) writes what the provider said of an identity: 'found' or 'not_found',
-- with what is to be kept, encrypted; the fee is captured. 'unavailable' gives the fee back and ends every check that waits,
-- without an event: nobody was checked. Returns false, changing nothing, where the question was answered before.
-- Locks the identity's record, then the merchant's ledger accounts.
create or replace function complete_identity_record(record_id bigint, status text, encrypted bytea) returns boolean
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  record identity_records;
  cost bigint;
  request_id bigint;
  is_answer constant boolean := complete_identity_record.status <> 'unavailable';
begin
  select * into strict record from identity_records r where r.id = record_id for update;
  if record.status <> 'pending' then
    return false;
  end if;
  cost := record.fee_reserved;
  if cost > 0 then
    perform post_journals(array[(
      case when is_answer then 'identity_fee_captured' else 'identity_fee_released' end,
      record.requested_for, record.merchant_id, record.environment, 'NGN',
      case when is_answer then 0 else cost end, -cost, 0, case when is_answer then cost else 0 end, 0
    )::ledger_movement]);
  end if;
  update identity_records r
  set status = complete_identity_record.status, encrypted = coalesce(complete_identity_record.encrypted, r.encrypted),
    fee_reserved = 0, is_charged = r.is_charged or is_answer,
    completed_at = business_now(r.merchant_id, r.environment)
  where r.id = record_id;

  if not is_answer then
    for request_id in
      update identity_checks k set status = 'unavailable', encrypted_phone = null
      where k.identity_record_id = complete_identity_record.record_id and k.status = 'pending'
      returning k.id
    loop
      perform notify_result('identity_check:' || request_id);
    end loop;
  end if;
  return true;
end
$$;
