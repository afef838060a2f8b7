-- Carries out an accept that check_acceptance() allowed, under its locks: for accept_credit() and decide_approval().
-- Writes an audit row for a live one that a person accepts or approves. Locks the merchant's ledger accounts.
create or replace function carry_out_acceptance(p_acceptance credit_acceptance, p_acting acting) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  waiting constant credits := p_acceptance.waiting;
  target collections := p_acceptance.target;
  origin collections;
begin
  select * into origin from collections where id = waiting.collection_id;
  perform uncount_credit(waiting);
  if target.id is null then
    insert into collections (
      reference, merchant_id, environment, amount, currency, customer_email, unmatched_credit_id, trace_id, created_at
    )
    select new_reference('col'), waiting.merchant_id, waiting.environment, waiting.amount, waiting.currency,
      coalesce(v.customer_email, origin.customer_email), waiting.id, waiting.trace_id,
      business_now(waiting.merchant_id, waiting.environment)
    from (select) one left join virtual_accounts v on v.id = origin.virtual_account_id
    returning * into target;
    perform open_accounts(waiting.merchant_id, waiting.environment, waiting.currency);
  else
    update collections c set unmatched_credit_id = waiting.id where c.id = target.id;
  end if;
  update credits cr set collection_id = target.id where cr.id = waiting.id;
  perform settle_collection(target.id, waiting.id, coalesce(waiting.received_at > target.expires_at, false));
  perform emit_credit_events(array[waiting.id]);
  if waiting.environment = 'live' and (p_acting).person_id is not null then
    perform log_action(
      waiting.merchant_id, waiting.environment, 'credit accept', waiting.reference,
      jsonb_build_object('collection', origin.reference),
      jsonb_build_object(
        'amount', waiting.amount, 'currency', waiting.currency, 'collection', target.reference
      ), p_acting
    );
  end if;
end
$$;
