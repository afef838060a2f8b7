-- Returns the 100 oldest credits in suspense, for an operator, with what can be done: 'wait' until its collection
-- expires, since a top-up may complete it, or while it is being released, 'release or refund', or 'name its merchant'
-- if its recipient is unknown. Amounts are in minor units. Shows the last four digits of numeric recipients, and no
-- payer. Reads only what is in suspense.
create or replace function list_suspense()
returns table (
  credit text, environment text, merchant text, collection text, collection_status text, reason text, recipient text,
  amount bigint, currency text, provider_reference text, received_at timestamptz, action text
)
language sql stable set search_path = public, pg_temp set enable_seqscan = off as $$
  select s.reference, s.environment, m.reference, c.reference, c.status, s.unmatched_reason, mask_text(s.recipient),
    s.amount, s.currency, s.provider_reference, s.received_at,
    case
      when s.merchant_id is null then 'refund, or name its merchant and release'
      when s.is_counted and s.currency = c.currency and (
        c.status in ('awaiting_payment', 'confirming', 'underpaid') and c.expires_at is not null
          or c.releasing_credit_id is not null
      ) then 'wait'
      else 'release or refund'
    end
  from (
    select cr.* from credits cr where cr.status = 'suspended' order by cr.received_at, cr.id limit 100
  ) s
  left join merchants m on m.id = s.merchant_id
  left join collections c on c.id = s.collection_id
  order by s.received_at, s.id;
$$;
