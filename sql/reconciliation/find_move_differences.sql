-- Returns the differences between a provider's statement of a day (in Nigeria) and the owner's moves to and from its
-- float (move_float), for find_differences(). A line matches the move with its reference.
--
--   missing_here       a line without a move under its reference
--   missing_there      a booked move without a line, unless it was a mistake that was taken back
--   wrong_provider     the move was booked between others
--   direction_differs  incoming in the line, outgoing in the books, or the reverse
--   currency_differs, amount_differs, duplicated_there   as for payouts
--
-- There is no wrong_day: moves are often booked days later, because of such a difference. Reads the day's lines and
-- moves.
create or replace function find_move_differences(p_gateway text, p_day date)
returns table (
  kind text, subject text, line_id bigint, payout_id bigint, credit_id bigint, ours text, theirs text, waits boolean
)
language plpgsql stable set search_path = public, pg_temp
  set enable_seqscan = off set plan_cache_mode = force_custom_plan set max_parallel_workers_per_gather = 0 as $$
declare
  late constant integer := 3;
begin
  return query
  select found.kind, l.line_id, l.id, null::bigint, null::bigint, found.ours, found.theirs, false
  from provider_statement_lines l
  left join float_moves m on m.reference = l.reference
  cross join lateral (
    select case p_gateway when m.moved_to then 'top_up' when m.moved_from then 'withdrawal' end as kind,
      m.moved_from || ' to ' || m.moved_to as between_whom
  ) our
  cross join lateral (
    select m.reference is not null and exists (
      select from provider_statement_lines o
      where o.reference = m.reference and o.gateway = l.gateway and o.kind = l.kind and o.id < l.id
    ) as again
  ) others
  cross join lateral (values
    ('missing_here', m.reference is null, null, l.kind),
    ('duplicated_there', others.again, null, l.kind),
    ('wrong_provider', m.reference is not null and not others.again and our.kind is null, our.between_whom, p_gateway),
    ('direction_differs', not others.again and our.kind <> l.kind, our.kind, l.kind),
    ('currency_differs', not others.again and m.currency <> l.currency, m.currency, l.currency),
    ('amount_differs', not others.again and m.currency = l.currency and m.amount <> l.amount,
      m.amount::text, l.amount::text)
  ) found (kind, holds, ours, theirs)
  where l.gateway = p_gateway and l.day = p_day and l.kind in ('top_up', 'withdrawal') and found.holds;

  if statement_covers(p_gateway, p_day, p_day, 'moves') then
    return query
    select 'missing_there', m.reference, null::bigint, null::bigint, null::bigint,
      case p_gateway when m.moved_to then 'top_up' else 'withdrawal' end, null::text,
      not statement_covers(p_gateway, p_day, p_day + late, 'moves')
    from float_moves m
    where m.booked_at >= start_of_lagos_day(p_day) and m.booked_at < start_of_lagos_day(p_day + 1)
      and p_gateway in (m.moved_from, m.moved_to)
      and m.reverses is null and not exists (select from float_moves r where r.reverses = m.reference)
      and not exists (
        select from provider_statement_lines o
        where o.reference = m.reference and o.gateway = p_gateway and o.kind in ('top_up', 'withdrawal')
      );
  end if;
end
$$;
