-- resolve_suspended_credit(reference, resolution, merchant) is an operator's word on money that waits in suspense.
--
-- 'release' gives it to its merchant, or where it named nobody of ours to the merchant of that reference. 'refund' books
-- that the provider has sent it back to the payer, which the operator has seen to before. Returns the credit's row.
-- Raises PB006 where the credit does not wait in suspense, its collection can still be completed, it has no
-- merchant and none is named, or the resolution is neither. Locks the collection, the credit, then ledger accounts.
create or replace function resolve_suspended_credit(reference text, resolution text, merchant text default null)
returns credits
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  credit credits;
  collection collections;
  owner bigint;
begin
  select c.* into collection from collections c
  where c.id = (select cr.collection_id from credits cr where cr.reference = resolve_suspended_credit.reference)
  for update;
  select cr.* into credit from credits cr where cr.reference = resolve_suspended_credit.reference for update;
  owner := coalesce(
    credit.merchant_id, (select m.id from merchants m where m.reference = resolve_suspended_credit.merchant)
  );
  if credit.status is distinct from 'suspended' then
    raise exception 'credit % does not wait in suspense', resolve_suspended_credit.reference using errcode = 'PB006';
  elsif collection.status in ('awaiting_payment', 'confirming', 'underpaid') then
    raise exception 'collection % is still open: a top-up may complete it', collection.reference using errcode = 'PB006';
  elsif resolution not in ('release', 'refund') then
    raise exception 'resolution must be release or refund' using errcode = 'PB006';
  elsif resolution = 'release' and owner is null then
    raise exception 'credit % is nobody''s yet: name its merchant', credit.reference using errcode = 'PB006';
  end if;

  if resolution = 'release' then
    -- The first money of its currency that this merchant gets.
    insert into ledger_accounts (merchant_id, environment, currency, kind, balance)
    select owner, credit.environment, credit.currency, kind, 0 from unnest(array['available', 'reserved']) kind
    on conflict on constraint ledger_account_is_unique do nothing;
    perform post_journals(array[(
      'credit_released', credit.reference, owner, credit.environment, credit.currency, credit.amount, 0, 0, 0, -credit.amount
    )::ledger_movement]);
  else
    perform post_journals(array[(
      'credit_refunded', credit.reference, credit.merchant_id, credit.environment, credit.currency,
      0, 0, credit.amount, 0, -credit.amount
    )::ledger_movement]);
    -- What has gone back must not help to complete the collection later.
    update collections c set amount_received = c.amount_received - credit.amount
    where c.id = collection.id and c.status <> 'succeeded' and c.currency = credit.currency;
  end if;
  update credits cr
  set status = case resolution when 'release' then 'settled' else 'refunded' end
  where cr.id = credit.id
  returning * into credit;
  return credit;
end
$$;
