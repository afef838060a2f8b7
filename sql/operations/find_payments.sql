-- Returns a merchant's payouts, refunds and incoming payments of one day in Lagos that have an amount (p_amount, in
-- minor units) or an account number (p_account_number: of the recipient, or of the virtual account); null matches any.
-- For an operator; test and live, newest first, 100 at most. Reads only that day of that merchant. Raises PB008 if
-- there is no such merchant, neither is given, or nothing is found.
create or replace function find_payments(p_merchant text, p_day date, p_amount bigint, p_account_number text)
returns table (
  reference text, environment text, status text, amount bigint, currency text, provider_reference text,
  created_at timestamptz
)
language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  merchant constant bigint := merchant_named(p_merchant);
  starts constant timestamptz := start_of_lagos_day(p_day);
  ends constant timestamptz := starts + interval '1 day';
begin
  if p_amount is null and p_account_number is null then
    raise exception 'give --amount, in kobo or cents, or --account, or both' using errcode = 'PB008';
  end if;
  return query
  select f.*
  from (
    select p.reference, p.environment, p.status, p.amount, p.currency, null::text, p.created_at
    from (
      select * from payouts o where o.collection_id is null
      union all
      select * from payouts r where r.collection_id is not null
    ) p
    where p.merchant_id = merchant and p.environment = any (array['test', 'live'])
      and p.status = any (array_append(payout_statuses(), 'needs_destination'))
      and p.created_at >= starts and p.created_at < ends
      and (p_amount is null or p.amount = p_amount)
      and (p_account_number is null or p.account_number = p_account_number)
    union all
    select coalesce(cr.reference, c.reference), c.environment, coalesce(cr.status, c.status),
      coalesce(cr.amount, c.amount), coalesce(cr.currency, c.currency), cr.provider_reference, c.created_at
    from collections c
    left join virtual_accounts v on v.id = c.virtual_account_id
    left join credits cr on cr.collection_id = c.id
    where c.merchant_id = merchant and c.environment = any (array['test', 'live'])
      and c.status <> all (array['provisioning', 'failed'])
      and c.created_at >= starts and c.created_at < ends
      and (p_amount is null or p_amount in (c.amount, cr.amount))
      and (p_account_number is null or v.account_number = p_account_number)
  ) f (reference, environment, status, amount, currency, provider_reference, created_at)
  order by f.created_at desc, f.reference
  limit 100;
  if not found then
    raise exception 'merchant % has no such payout or payment on % (Lagos time)', p_merchant, p_day
      using errcode = 'PB008';
  end if;
end
$$;
