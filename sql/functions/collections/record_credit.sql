-- record_credit(environment, recipient, provider_reference, amount, currency, payer, confirmed) records money that a gateway
-- received, and queues its settlement: the one way in which money comes in, whichever provider tells of it.
--
-- recipient is what the gateway provisioned the account or address for: the reference of a virtual account, whose newest
-- collection it is then for, or of a crypto collection. A recipient that we do not know is recorded all the same.
-- Amounts are in minor units of currency. provider_reference names the provider's transaction: one that was reported
-- before is not recorded again. Money that is not final yet (confirmed = false) is kept aside, and makes its
-- collection 'confirming', until the same transaction is reported as final.
-- Returns the id of the credit whose settlement this call queued; null where there was nothing to queue.
drop function if exists record_credit(bigint, text, bigint, text, json);

create or replace function record_credit(
  environment text, recipient text, provider_reference text, amount bigint, currency text, payer json,
  confirmed boolean default true
) returns bigint
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  target collections;
  credit credits;
begin
  select c.* into target from collections c
  where c.environment = record_credit.environment and (
    c.reference = record_credit.recipient
    or c.virtual_account_id = (
      select v.id from virtual_accounts v
      where v.environment = record_credit.environment and v.reference = record_credit.recipient
    )
  )
  order by c.id desc limit 1;

  insert into credits as cr (
    reference, merchant_id, environment, collection_id, recipient, provider_reference, amount, currency, payer, status,
    received_at
  ) values (
    new_reference('crd'), target.merchant_id, record_credit.environment, target.id, record_credit.recipient,
    record_credit.provider_reference, record_credit.amount, record_credit.currency, record_credit.payer,
    case when record_credit.confirmed then 'received' else 'confirming' end,
    case when target.id is null then now() else business_now(target.merchant_id, record_credit.environment) end
  )
  on conflict on constraint credit_is_recorded_once do update
    -- What is final now is what the provider says now.
    set status = 'received', amount = excluded.amount, currency = excluded.currency, payer = excluded.payer
    where cr.status = 'confirming' and excluded.status = 'received'
  returning * into credit;

  if credit.status = 'received' then
    perform enqueue_jobs('settle_credit', array[credit.id]);
    return credit.id;
  end if;
  if credit.status = 'confirming' then
    update collections c set status = 'confirming'
    where c.id = target.id and c.status = 'awaiting_payment' and c.currency = credit.currency;
  end if;
  return null;
end
$$;
