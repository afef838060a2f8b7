-- Expires an active virtual account and its open collection, and emits collection.expired; not for a payment link's
-- account that no payer saw and no money came to, because strangers could make any number of those. Its part payments,
-- which no top-up can complete in time any more, are unmatched from now on: very many in several steps.
--
-- Returns false, changing nothing, if the account is not active, or if money that arrived in time is still to be
-- settled. Locks the account, its collection, then its part payments.
create or replace function expire_virtual_account(p_account_id bigint) returns boolean
language plpgsql set search_path = public, pg_temp as $$
declare
  collection collections;
  part bigint;
  parts bigint[];
begin
  update virtual_accounts v set status = 'expired'
  where v.id = p_account_id and v.status = 'active' and not exists (
    select from collections c join credits cr on cr.collection_id = c.id
    where c.virtual_account_id = v.id and cr.status = 'received' and cr.received_at <= v.expires_at
  );
  if not found then
    return false;
  end if;
  update collections set status = 'expired'
  where virtual_account_id = p_account_id and status in ('awaiting_payment', 'confirming', 'underpaid')
  returning * into collection;
  select min(cr.id) into part from credits cr where cr.collection_id = collection.id and cr.status = 'suspended';
  if part is not null then
    parts := release_part_payments(collection.id, part);
    select * into strict collection from collections where id = collection.id;
  end if;
  if collection.id is not null and not (
    exists (select from checkout_sessions s where s.virtual_account_id = p_account_id and s.shown_at is null)
    and collection.payment_link_id is not null
    and not exists (select from credits cr where cr.collection_id = collection.id)
  ) then
    perform emit_event(
      collection.merchant_id, collection.environment, 'collection.expired', collection_json(collection));
  end if;
  perform emit_credit_events(parts);
  return true;
end
$$;
