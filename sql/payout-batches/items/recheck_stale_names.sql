-- Has those names of a batch checked again that are older than a day, of the items that could go now, or with
-- p_retries of those whose payouts failed. Returns whether there were any: then it is validating. Saved accounts keep
-- their names.
create or replace function recheck_stale_names(p_batch payout_batches, p_retries boolean) returns boolean
language plpgsql set search_path = public, pg_temp as $$
begin
  update payout_batch_items i
  set status = 'validating', enquiries = 0, enquire_from = now()
  where i.batch_id = p_batch.id and i.payout_account is null and i.attempt < 5
    and i.named_at < business_now(p_batch.merchant_id, p_batch.environment) - interval '24 hours'
    and i.status = case when p_retries then 'created' else 'valid' end
    and (not p_retries or exists (select from payouts p where p.id = i.payout_id and p.status = 'failed'));
  if not found then
    return false;
  end if;
  update payout_batches b 
  set status = 'validating', validated_from = business_now(b.merchant_id, b.environment)
  where b.id = p_batch.id;
  return true;
end
$$;
