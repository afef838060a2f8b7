-- Checks items of a batch by what the database knows, all that are 'validating' or 'valid' or the one at p_place: their
-- saved account, whose name needs no enquiry, the bank, the amount, from p_least kobo to the merchant's own limit, and
-- the merchant's own reference. An item with a mistake becomes 'invalid' and says why. The caller has the batch locked.
create or replace function check_batch_items(p_batch payout_batches, p_least bigint, p_place integer default null)
returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  most constant bigint := (
    select t.payout_max from payout_terms('payout', p_batch.merchant_id, p_batch.environment, 1, null, null, null) t
  );
begin
  update payout_batch_items i
  set bank_code = c.bank, account_number = c.number, resolved_name = coalesce(c.holder, i.resolved_name),
    name_match = case when c.holder is not null then 'match' else i.name_match end,
    errors = nullif(coalesce(i.errors, '[]') || c.errors, '[]'),
    status = case
      when i.errors is not null or c.errors <> '[]' then 'invalid'
      when coalesce(c.holder, i.resolved_name) is not null then 'valid'
      else 'validating'
    end
  from (
    select t.ctid, coalesce(a.bank_code, t.bank_code) as bank, coalesce(a.account_number, t.account_number) as number,
      a.account_name as holder,
      batch_error(
        t.payout_account is not null and a.id is null, 'payoutAccountId', 'PAYOUT_ACCOUNT_UNKNOWN',
        'must be a saved account that was not removed'
      ) || batch_error(
        coalesce(a.bank_code, t.bank_code) is not null and b.active is not true,
        case when t.payout_account is null then 'destination.bankCode' else 'payoutAccountId' end, 'BANK_UNKNOWN',
        'must be an account at a bank of GET /v1/banks'
      ) || batch_error(
        t.amount < p_least, 'amount', 'AMOUNT_TOO_SMALL', format('must be at least %s kobo', p_least)
      ) || batch_error(
        t.amount > most, 'amount', 'AMOUNT_LIMIT_EXCEEDED',
        format('must be at most %s kobo, your limit for a single payout', most)
      ) || batch_error(
        o.id is not null, 'merchantReference', 'MERCHANT_REFERENCE_CONFLICT', 'must not be that of another payout'
      ) || batch_error(
        t.merchant_reference is not null and t.place > t.first_place, 'merchantReference',
        'MERCHANT_REFERENCE_REPEATED', 'must not be that of another item'
      ) as errors
    from (
      select u.ctid, u.*, min(u.place) over (partition by u.merchant_reference) as first_place
      from payout_batch_items u where u.batch_id = p_batch.id
    ) t
    left join lateral (
      select * from payout_accounts a
      where a.reference = t.payout_account and a.removed_at is null
        and (a.merchant_id, a.environment) = (p_batch.merchant_id, p_batch.environment)
      limit 1
    ) a on true
    left join banks b on b.code = coalesce(a.bank_code, t.bank_code)
    left join lateral (
      select p.id from payouts p
      where (p.merchant_id, p.environment, p.merchant_reference)
        = (p_batch.merchant_id, p_batch.environment, t.merchant_reference) and t.payout_id is null
      limit 1
    ) o on true
    where t.status in ('validating', 'valid') and (p_place is null or t.place = p_place)
  ) c
  -- Not by the place: where statistics know small batches alone, each item would be searched among all.
  where i.ctid = c.ctid;
end
$$;
