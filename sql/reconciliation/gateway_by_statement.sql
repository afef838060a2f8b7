-- Returns the gateway whose statement has a live payout, the newest; null if none has it. Our books don't name one for
-- a payout that they never sent.
create or replace function gateway_by_statement(p_payout payouts) returns text
language sql stable set search_path = public, pg_temp as $$
  select l.gateway from provider_statement_lines l
  where p_payout.environment = 'live' and l.reference = p_payout.reference and l.kind in ('transfer', 'reversal')
  order by l.id desc limit 1
$$;
