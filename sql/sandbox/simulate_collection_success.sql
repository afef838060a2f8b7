-- Pays one of the merchant's test accounts, as a payer's bank would: records a credit of p_amount kobo, or of what is
-- still due if that is null.
--
-- p_late: the account expires first. p_duplicate: the bank reports the transaction twice, which has one effect.
-- p_again: the payer pays even if enough was paid, the whole amount unless p_amount is given. Returns outcome
-- 'simulated' with the credit's id; 'not_found'; 'already_settled' (also if enough was paid and is about to settle);
-- 'nothing_due' (enough arrived after expiry and is held for an operator: give an amount); 'expired' (and not p_late);
-- 'too_many' (a thousand payments came already, all of which are read for one more). Locks the account and its
-- collection, so that concurrent simulations see each other.
create or replace function simulate_collection_success(
  p_merchant_id bigint, p_reference text, p_amount bigint, p_late boolean, p_duplicate boolean, p_sender_name text,
  p_trace_id uuid default null, p_again boolean default false,
  out outcome text, out credit_id bigint
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  account virtual_accounts;
  collection collections;
  most constant integer := 1000;
  paid bigint;
  payments bigint;
  -- Not made from their number: a credit that is accepted as another collection leaves this one.
  transaction_id constant text := 'sandbox:' || gen_random_uuid();
begin
  select * into account from virtual_accounts v
  where v.reference = p_reference and v.merchant_id = p_merchant_id and v.environment = 'test'
  for update;
  select * into collection from collections c where c.virtual_account_id = account.id order by c.id desc limit 1
  for update;
  if collection.id is null then
    outcome := 'not_found';
    return;
  end if;
  if p_late and account.status = 'active' then
    update virtual_accounts v
    set expires_at = least(v.expires_at, business_now(v.merchant_id, 'test') - interval '1 ms')
    where v.id = account.id
    returning * into account;
    update collections c set expires_at = account.expires_at where c.id = collection.id;
    perform expire_virtual_account(account.id);
    select * into strict collection from collections c where c.id = collection.id;
  end if;

  select coalesce(sum(cr.amount), 0), count(*) into paid, payments
  from (
    select c.amount from credits c where c.collection_id = collection.id and c.currency = collection.currency
    limit most
  ) cr;
  outcome := case
    when collection.status = 'succeeded' and not p_again then 'already_settled'
    when collection.status = 'expired' and not p_late then 'expired'
    -- Another simulation paid enough; it is about to settle.
    when collection.status <> 'expired' and paid >= collection.amount and not p_again then 'already_settled'
    when p_amount is null and paid >= collection.amount and not p_again then 'nothing_due'
    when payments >= most then 'too_many'
    else 'simulated'
  end;
  if outcome <> 'simulated' then
    return;
  end if;

  for report in 1 .. 1 + p_duplicate::integer loop
    credit_id := coalesce((record_credit(
      'test', p_reference, transaction_id,
      coalesce(p_amount, case when paid < collection.amount then collection.amount - paid else collection.amount end),
      collection.currency,
      -- The holder's name at the sandbox bank: a refund goes there, unless p_sender_name is another one.
      json_build_object(
        'name', coalesce(p_sender_name, 'KEMI AMINA UDOH'), 'bankName', 'Guaranty Trust Bank',
        'accountNumber', '0123456789'
      ),
      p_trace_id => p_trace_id
    )).credit_id, credit_id);
  end loop;
end
$$;
