-- Resolves a credit in suspense, an operator's action. 'release' assigns it to its merchant, or, if its recipient is
-- unknown, to p_merchant (a reference). 'refund' books that the provider has sent it back to the payer, which the
-- operator has arranged before. Returns the credit. Raises PB006 if the credit is not in suspense, it counts towards a
-- collection that has not expired yet or is being released, it has no merchant and none is given, or p_resolution is
-- neither. Money that doesn't count towards the collection (is_counted), such as another currency's, can be resolved
-- and changes nothing of it. Locks the collection, the credit, then ledger accounts.
create or replace function resolve_suspended_credit(
  p_reference text, p_resolution text, p_merchant text, p_acting acting
) returns credits
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  credit credits;
  collection collections;
  owner bigint;
  is_part boolean;
begin
  select c.* into collection from collections c
  where c.id = (select cr.collection_id from credits cr where cr.reference = p_reference)
  for update;
  select cr.* into credit from credits cr where cr.reference = p_reference for update;
  owner := coalesce(
    credit.merchant_id, (select m.id from merchants m where m.reference = p_merchant)
  );
  is_part := credit.is_counted and credit.currency = collection.currency and collection.status <> 'failed';
  if credit.status is distinct from 'suspended' then
    raise exception 'credit % does not wait in suspense', p_reference using errcode = 'PB006';
  elsif is_part and collection.status in ('awaiting_payment', 'confirming', 'underpaid')
    -- One that never expires would hold the money for ever.
    and collection.expires_at is not null
  then
    raise exception 'collection % is still open: a top-up may complete it', collection.reference
      using errcode = 'PB006';
  elsif is_part and collection.releasing_credit_id is not null then
    raise exception 'credit % is being released with collection %', p_reference, collection.reference
      using errcode = 'PB006';
  elsif p_resolution not in ('release', 'refund') then
    raise exception 'resolution must be release or refund' using errcode = 'PB006';
  elsif p_resolution = 'release' and owner is null then
    raise exception 'credit % is nobody''s yet: name its merchant', credit.reference using errcode = 'PB006';
  end if;

  perform withdraw_acceptance(credit.id);
  if p_resolution = 'release' then
    perform open_accounts(owner, credit.environment, credit.currency);
    perform post_journals(array[(
      'credit_released', credit.reference, owner, credit.environment, credit.currency,
      credit.amount, 0, 0, 0, 0, 0, -credit.amount, null
    )::ledger_movement]);
  else
    perform post_journals(array[(
      'credit_refunded', credit.reference, credit.merchant_id, credit.environment, credit.currency,
      0, 0, credit.amount, 0, 0, 0, -credit.amount, credit_gateway(credit)
    )::ledger_movement]);
    perform uncount_credit(credit);
  end if;
  update credits cr
  set status = case p_resolution when 'release' then 'settled' else 'refunded' end
  where cr.id = credit.id
  returning * into credit;
  perform emit_credit_events(array[credit.id]);
  perform log_action(
    owner, credit.environment,
    case p_resolution when 'release' then 'suspense release' else 'suspense refund' end, credit.reference,
    jsonb_build_object('status', 'suspended'),
    jsonb_build_object(
      'status', credit.status, 'amount', credit.amount, 'currency', credit.currency,
      'merchant', (select m.reference from merchants m where m.id = owner)
    ), p_acting
  );
  return credit;
end
$$;
