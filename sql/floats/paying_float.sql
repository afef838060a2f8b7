-- Returns the live gateway whose float a payout was paid from, by its newest such journal; null for a test payout, or
-- if it was not paid.
create or replace function paying_float(p_payout payouts) returns text
language sql stable set search_path = public, pg_temp as $$
  select f.gateway
  from ledger_journals j
  cross join lateral entries_of(j) e
  join floats f on f.account_id = e.account_id
  where j.subject = p_payout.reference
    and j.kind ~ '^(payout|refund|return)_(settled|release_undone|reversal_undone)$'
  order by j.id desc limit 1
$$;
