-- Returns the present of a merchant's books in one currency (null: in all): its time by the merchant's clock, and the
-- last journal. Every later entry has a later number and is not older, so what was before that time stays as it is. For
-- this it waits for movements under way: it locks the merchant's accounts until its transaction ends, which should be
-- at once.
create or replace function present_books(
  p_merchant_id bigint, p_environment text, p_currency text, out present timestamptz, out last_journal_id bigint
)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform from ledger_accounts a
  where a.merchant_id = p_merchant_id and a.environment = p_environment
    and (p_currency is null or a.currency = p_currency)
  order by a.id for share;
  -- Another statement, which sees what these locks have waited for.
  select
    greatest(clock_timestamp() + (business_now(p_merchant_id, p_environment) - now()), max(a.last_moved_at)),
    coalesce(max(entry_before(a.id, null)), 0)
  into strict present, last_journal_id
  from ledger_accounts a
  where a.merchant_id = p_merchant_id and a.environment = p_environment
    and (p_currency is null or a.currency = p_currency);
end
$$;
