-- Returns a merchant's money in suspense that only an operator can resolve, as collection_json() counts it: credits
-- with a reason of their own, and what an ended collection left behind. From its newest p_limit credits in suspense.
create or replace function unmatched_credits(p_merchant_id bigint, p_environment text, p_limit integer)
returns table (
  reference text, collection text, amount bigint, currency text, reason text, payer json, received_at timestamptz
)
language sql stable set search_path = public, pg_temp as $$
  select s.reference, c.reference, s.amount, s.currency, coalesce(s.unmatched_reason, 'wrong_amount'), s.payer,
    s.received_at
  from (
    select cr.* from credits cr
    where cr.merchant_id = p_merchant_id and cr.environment = p_environment and cr.status = 'suspended'
    order by cr.id desc limit p_limit
  ) s
  join collections c on c.id = s.collection_id
  where (
      s.unmatched_reason is not null
      or (c.status not in ('awaiting_payment', 'confirming', 'underpaid') and c.releasing_credit_id is null)
    )
    -- One that failed was never shown to the merchant.
    and c.status <> 'failed'
  order by s.id desc;
$$;
