-- Records money that a gateway received and queues its settlement, unless enough of the merchant's credits are pending:
-- it then follows them (queue_next_jobs). All incoming money comes through here, from functions that know who reports
-- it.
--
-- p_recipient is what the gateway provisioned the account or address for: the reference of a virtual account or a
-- crypto collection. p_paid_at: when the payer paid, according to the provider; null: unknown. Both decide which
-- collection gets the money (find_paid_collection). Money for an unknown recipient is recorded too. p_amount is in
-- minor units of p_currency. p_provider_reference names the provider's transaction, which is recorded once. p_through:
-- the live gateway it came through; null: http, or the sandbox. p_trace_id: the trace of the report. Money that is not
-- final yet (p_confirmed false) is not settled, and makes its collection 'confirming', until the same transaction is
-- reported as confirmed; the confirmed amount counts, and the collection of the first report.
--
-- Returns an outcome: 'recorded' with the credit's id, if this call made it ready to settle; 'confirming'; 'repeated',
-- if there was nothing new; 'discrepancy', if the transaction was reported before with another recipient, or, both
-- final, with another amount. Such a contradiction is kept for operators and not booked; a further report of the same
-- one is 'repeated', and so is everything beyond twenty for one transaction; 'elsewhere', if another gateway opened the
-- account: that one has the money and reports it, so a second report would book it twice. This one is kept with the
-- credit notices, for operators, and not booked. Locks the credit.
create or replace function record_credit(
  p_environment text, p_recipient text, p_provider_reference text, p_amount bigint, p_currency text, p_payer json,
  p_confirmed boolean default true, p_through text default null, p_paid_at timestamptz default null,
  p_trace_id uuid default null,
  out outcome text, out credit_id bigint
)
language plpgsql set search_path = public, pg_temp as $$
declare
  target constant collections := find_paid_collection(p_environment, p_recipient, p_paid_at);
  credit credits;
begin
  insert into credit_notices as n (gateway, transaction, recipient, merchant_id, status, next_poll_at, trace_id)
  select coalesce(p_through, 'http'), p_provider_reference, p_recipient, v.merchant_id, 'elsewhere', null, p_trace_id
  from virtual_accounts v
  where v.environment = p_environment and v.reference = p_recipient
    and v.provisioned_through <> coalesce(p_through, 'http')
  on conflict on constraint credit_notice_is_kept_once do update set recipient = n.recipient;
  if found then
    outcome := 'elsewhere';
    return;
  end if;

  insert into credits as cr (
    reference, merchant_id, environment, collection_id, recipient, provider_reference, amount, currency, payer, status,
    received_at, received_through, paid_at, trace_id
  ) values (
    new_reference('crd'), target.merchant_id, p_environment, target.id, p_recipient, p_provider_reference, p_amount,
    p_currency, p_payer,
    case when p_confirmed then 'received' else 'confirming' end,
    case when target.id is null then now() else business_now(target.merchant_id, p_environment) end, p_through,
    p_paid_at, p_trace_id
  )
  on conflict on constraint credit_is_recorded_once do update
    set status = 'received', amount = excluded.amount, currency = excluded.currency, payer = excluded.payer,
      paid_at = coalesce(cr.paid_at, excluded.paid_at)
    where cr.status = 'confirming' and excluded.status = 'received'
      and coalesce(cr.recipient, excluded.recipient) = excluded.recipient
  returning * into credit;

  if credit.status = 'received' then
    perform queue_next_jobs('settle_credit', array[credit.merchant_id], p_environment, array[credit.id]);
    outcome := 'recorded';
    credit_id := credit.id;
  elsif credit.status = 'confirming' then
    update collections c set status = 'confirming'
    where c.id = target.id and c.status = 'awaiting_payment' and c.currency = credit.currency;
    outcome := 'confirming';
  else
    select * into strict credit from credits cr
    where cr.environment = p_environment and cr.provider_reference = p_provider_reference
    for update;
    outcome := 'repeated';
    if p_recipient <> credit.recipient
      or (p_confirmed and (p_amount, p_currency) is distinct from (credit.amount, credit.currency))
    then
      update credit_discrepancies d set times_reported = d.times_reported + 1, last_reported_at = now()
      where (d.credit_id, d.recipient, d.amount, d.currency) = (credit.id, p_recipient, p_amount, p_currency);
      -- A provider that sends ever new amounts does not fill the table.
      if not found and (select count(*) < 20 from credit_discrepancies d where d.credit_id = credit.id) then
        insert into credit_discrepancies (credit_id, recipient, amount, currency)
        values (credit.id, p_recipient, p_amount, p_currency);
        outcome := 'discrepancy';
      end if;
    end if;
  end if;
end
$$;
