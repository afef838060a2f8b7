-- Books that the platform's owner moved live money between the floats of two gateways, or between one and a bank
-- account of the owner ('bank' in p_from or p_to): top-ups and withdrawals. It moves no money itself. p_amount is in
-- minor units of p_currency. p_reference is the operator's own, and is booked once. Returns what is booked, and whether
-- this call did it ('moved') or an earlier one ('repeated'). It is kept in float_moves as well, for the comparison with
-- statements (find_move_differences). p_reverses: the reference of a move that was booked by mistake, which this one
-- takes back, whatever the float holds.
--
-- Raises PB008 if p_from or p_to is neither a gateway nor 'bank', or both are the same; for another currency; for an
-- amount below one; for a reference that is not 1 to 64 letters, digits and . _ - /, or that was used for another move;
-- if p_reverses is not the same the other way round, or was reversed; and if p_from holds less than that by our books:
-- the amount is wrong, or a top-up is not booked. Locks the source float.
create or replace function move_float(
  p_reference text, p_from text, p_to text, p_currency text, p_amount bigint, p_acting acting,
  p_reverses text default null
) returns table (reference text, moved_from text, moved_to text, currency text, amount bigint, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  giver bigint;
  taker bigint;
  journal bigint;
  booked record;
  has bigint;
begin
  if p_currency not in ('NGN', 'USD') then
    raise exception '--currency must be NGN or USD' using errcode = 'PB008';
  end if;
  select max(a.id) filter (where place.name = p_from), max(a.id) filter (where place.name = p_to) into giver, taker
  from ledger_accounts a
  cross join lateral (
    select case when a.kind = 'owner' then 'bank' else substring(a.kind from '^float_(.*)$') end as name
  ) place
  where a.merchant_id is null and a.environment = 'live' and a.currency = p_currency;
  if giver is null or taker is null then
    raise exception '% must be bank or a live gateway (%)', case when giver is null then '--from' else '--to' end,
      (select string_agg(g.name, ', ' order by g.name) from gateways g) using errcode = 'PB008';
  elsif giver = taker then
    raise exception '--from and --to are the same' using errcode = 'PB008';
  elsif p_amount is null or p_amount < 1 then
    raise exception '--amount must be 1 or more' using errcode = 'PB008';
  elsif p_reference !~ '^[A-Za-z0-9._/-]{1,64}$' then
    raise exception '--reference must be 1 to 64 letters, digits and . _ - /' using errcode = 'PB008';
  elsif p_reverses is not null and not exists (
    select from float_moves m
    where m.reference = p_reverses
      and (m.moved_from, m.moved_to, m.currency, m.amount) = (p_to, p_from, p_currency, p_amount)
  ) then
    raise exception '--reverses must be the reference of the same move the other way round' using errcode = 'PB008';
  end if;

  insert into ledger_journals (kind, subject, environment, currency)
  values ('float_moved', p_reference, 'live', p_currency)
  on conflict on constraint ledger_journal_is_posted_once do nothing
  returning id into journal;
  if journal is null then
    select g.account_id as giver, t.account_id as taker, g.amount into booked
    from ledger_journals j
    join ledger_entries g on g.journal_id = j.id and g.account_id in (giver, taker) and g.amount > 0
    join ledger_entries t on t.journal_id = j.id and t.account_id in (giver, taker) and t.amount < 0
    where j.kind = 'float_moved' and j.subject = p_reference;
    if (booked.giver, booked.taker, booked.amount) is distinct from (giver, taker, p_amount) then
      raise exception 'reference % was used for another move', p_reference using errcode = 'PB008';
    end if;
    return query select p_reference, p_from, p_to, p_currency, p_amount, 'repeated';
    return;
  end if;

  -- Moves from one float wait for each other, so that together they don't exceed it.
  perform from floats f where f.account_id = giver for update;
  select f.held into has from float_balances f where f.account_id = giver;
  if exists (select from float_moves m where m.reverses = p_reverses) then
    raise exception 'move % was reversed already', p_reverses using errcode = 'PB008';
  elsif p_reverses is null and has < p_amount then
    raise exception '% holds % by our books, less than --amount %: is that right, and is every top-up booked?',
      p_from, has, p_amount using errcode = 'PB008';
  end if;
  insert into ledger_entries (journal_id, account_id, environment, currency, amount)
  values (journal, giver, 'live', p_currency, p_amount), (journal, taker, 'live', p_currency, -p_amount);
  insert into float_moves (reference, moved_from, moved_to, currency, amount, reverses)
  values (p_reference, p_from, p_to, p_currency, p_amount, p_reverses);
  perform log_action(
    null, 'live', 'float move', p_reference, null,
    jsonb_strip_nulls(jsonb_build_object(
      'from', p_from, 'to', p_to, 'currency', p_currency, 'amount', p_amount, 'reverses', p_reverses
    )), p_acting
  );
  return query select p_reference, p_from, p_to, p_currency, p_amount, 'moved';
end
$$;
