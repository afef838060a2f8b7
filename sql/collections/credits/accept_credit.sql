-- Accepts an unmatched credit into its merchant's balance: as what the collection p_collection still expects, which
-- has to complete it, or else as a collection of its own. collection.success tells of it either way, and
-- credit.accepted. Returns an outcome, with 'accepted' the credit as the API shows it:
--
--   accepted       its money is available, and its collection succeeded
--   not_found      the merchant has no such unmatched credit, or no such collection
--   not_waiting    it was accepted or returned, or is just being
--   not_completed  the collection has succeeded, has another currency, or would still lack money
--
-- Only 'accepted' has effects. Writes an audit row for a live one that a person accepts. Raises PB012 if p_caller has
-- lost the right. Locks the collection's payment link and virtual account, both collections, the credit, then the
-- merchant's ledger accounts.
create or replace function accept_credit(
  p_merchant_id bigint, p_environment text, p_reference text, p_acting acting, p_caller caller,
  p_collection text default null, out outcome text, out credit json
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  waiting credits;
  origin collections;
  target collections;
begin
  select * into target from collections c
  where (c.merchant_id, c.environment, c.reference) = (p_merchant_id, p_environment, p_collection)
    and c.status not in ('provisioning', 'failed');
  perform from payment_links l where l.id = target.payment_link_id and l.link_type = 'one_time' for no key update;
  perform from virtual_accounts v where v.id = target.virtual_account_id for update;
  waiting := lock_unmatched_credit(p_merchant_id, p_environment, p_reference, target.id);
  perform require_right(p_caller, p_merchant_id, p_environment, 'pay', 'credits:write');
  select * into target from collections where id = target.id;
  select * into origin from collections where id = waiting.collection_id;
  outcome := case
    when waiting.id is null or (p_collection is not null and target.id is null) then 'not_found'
    when not waits_unmatched(waiting) then 'not_waiting'
    when target.status = 'succeeded' or target.currency <> waiting.currency
      or target.amount > target.amount_received + case
        when target.id = origin.id and waiting.is_counted then 0 else waiting.amount end
      then 'not_completed'
    else 'accepted'
  end;
  if outcome <> 'accepted' then
    return;
  end if;

  perform uncount_credit(waiting);
  if target.id is null then
    insert into collections (
      reference, merchant_id, environment, amount, currency, customer_email, unmatched_credit_id, trace_id, created_at
    )
    select new_reference('col'), p_merchant_id, p_environment, waiting.amount, waiting.currency,
      coalesce(v.customer_email, origin.customer_email), waiting.id, waiting.trace_id,
      business_now(p_merchant_id, p_environment)
    from (select) one left join virtual_accounts v on v.id = origin.virtual_account_id
    returning * into target;
    perform open_accounts(p_merchant_id, p_environment, waiting.currency);
  else
    update collections c set unmatched_credit_id = waiting.id where c.id = target.id;
  end if;
  update credits cr set collection_id = target.id where cr.id = waiting.id;
  perform settle_collection(target.id, waiting.id, coalesce(waiting.received_at > target.expires_at, false));
  perform emit_credit_events(array[waiting.id]);
  select unmatched_credit_json(cr) into credit from credits cr where cr.id = waiting.id;
  if p_environment = 'live' and (p_acting).person_id is not null then
    perform log_action(
      p_merchant_id, p_environment, 'credit accept', p_reference, jsonb_build_object('collection', origin.reference),
      jsonb_build_object(
        'amount', waiting.amount, 'currency', waiting.currency, 'collection', target.reference
      ), p_acting
    );
  end if;
end
$$;
