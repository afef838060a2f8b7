-- simulate_collection_success(merchant_id, reference, amount, late, duplicate, sender_name) plays the payer of one of the
-- caller's test accounts: it records a credit of amount kobo, or where that is null of what is still due.
--
-- late: the account expires first. duplicate: the bank reports the same transaction twice, which has one effect.
-- Returns outcome 'simulated' with the credit's id, 'not_found' (no such test account of this merchant),
-- 'already_settled' (also where what is due was paid and is about to settle), 'nothing_due' (what was due has come in after
-- expiry and waits for an operator: name an amount) or 'expired' (and not late).
-- Locks the account and its collection, so that of several simulations at once each knows of those before it.
drop function if exists simulate_collection_success(bigint, text);

create or replace function simulate_collection_success(
  merchant_id bigint, reference text, amount bigint, late boolean, duplicate boolean, sender_name text,
  out outcome text, out credit_id bigint
)
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  account virtual_accounts;
  collection collections;
  paid bigint;
  payments bigint;
  paid_in constant text := reference;
begin
  select * into account from virtual_accounts v
  where v.reference = paid_in and v.merchant_id = simulate_collection_success.merchant_id and v.environment = 'test'
  for update;
  select * into collection from collections c where c.virtual_account_id = account.id order by c.id desc limit 1
  for update;
  if collection.id is null then
    outcome := 'not_found';
    return;
  end if;
  if simulate_collection_success.late and account.status = 'active' then
    update virtual_accounts v set expires_at = least(v.expires_at, business_now(v.merchant_id, 'test') - interval '1 ms')
    where v.id = account.id
    returning * into account;
    update collections c set expires_at = account.expires_at where c.id = collection.id;
    perform expire_virtual_account(account.id);
    select * into strict collection from collections c where c.id = collection.id;
  end if;

  select coalesce(sum(cr.amount), 0), count(*) into paid, payments
  from credits cr where cr.collection_id = collection.id and cr.currency = collection.currency;
  outcome := case
    when collection.status = 'succeeded' then 'already_settled'
    when collection.status = 'expired' and not simulate_collection_success.late then 'expired'
    -- Enough was paid by another simulation; it settles any moment.
    when collection.status <> 'expired' and paid >= collection.amount then 'already_settled'
    when simulate_collection_success.amount is null and paid >= collection.amount then 'nothing_due'
    else 'simulated'
  end;
  if outcome <> 'simulated' then
    return;
  end if;

  for report in 1 .. 1 + simulate_collection_success.duplicate::integer loop
    credit_id := coalesce(record_credit(
      'test', paid_in, 'sandbox:' || collection.reference || ':' || payments + 1,
      coalesce(simulate_collection_success.amount, collection.amount - paid), collection.currency,
      json_build_object('name', coalesce(simulate_collection_success.sender_name, 'SANDBOX PAYER'))
    ), credit_id);
  end loop;
end
$$;
