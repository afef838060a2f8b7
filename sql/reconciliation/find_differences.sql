-- Returns the differences between a provider's statement of a day (in Nigeria) and our books, one row each. Matches
-- have no row. Our side follows the provider's API: the status of payouts and credits.
--
--   missing_here        a line without a payout or credit of ours: the notice of a credit was lost
--   missing_there       a succeeded payout, or a credit that we booked, without a line; a reversal without a transfer
--   amount_differs      the line has a different amount
--   currency_differs    … a different currency
--   fee_differs         … a different fee from the provider's tariff
--   direction_differs   outgoing there, incoming here, or the reverse
--   recipient_differs   the money is for another account than here
--   duplicated_there    a further line for the same payout or credit
--   wrong_day           the line's day is too far from ours
--   wrong_provider      the payout went through another provider
--   paid_there          the payout failed, was canceled or never sent here, and the transfer was not reversed
--   unconfirmed_here    done there, still processing or confirming here
--   reversed_there      taken back there but not here
--   not_reversed_there  taken back here but not there
--
-- A delay of up to three days is normal: weekends, value dates. A line may be a day early for a transfer, since days
-- start at different times, and three for a credit, whose notice may be late. Anything without a line yet is `waits`
-- until statements cover three more days. Nothing is missing on days that no statement covers.
--
-- find_move_differences() compares the owner's moves to and from the float.
--
-- Reads the day's lines, payouts and credits, and what they reference, each by an index, in one process: payments use
-- the others.
create or replace function find_differences(p_gateway text, p_day date)
returns table (
  kind text, subject text, line_id bigint, payout_id bigint, credit_id bigint, ours text, theirs text, waits boolean
)
language plpgsql stable set search_path = public, pg_temp
  set enable_seqscan = off set plan_cache_mode = force_custom_plan set max_parallel_workers_per_gather = 0 as $$
declare
  late constant integer := 3;
  from_time constant timestamptz := start_of_lagos_day(p_day);
  to_time constant timestamptz := start_of_lagos_day(p_day + 1);
begin
  return query
  select found.kind, l.line_id, l.id, p.id, cr.id, found.ours, found.theirs, false
  from provider_statement_lines l
  left join payouts p on p.reference = l.reference and p.environment = 'live'
  left join credits cr on cr.provider_reference = l.provider_id and cr.environment = 'live'
    and (p.id is null or l.kind = 'credit')
  cross join lateral (
    select
      -- Which of ours the line can match, by its direction.
      case l.kind when 'transfer' then p.id is not null when 'credit' then cr.id is not null
        else p.id is not null or cr.id is not null end as is_known,
      case l.kind when 'transfer' then cr.id is not null when 'credit' then p.id is not null
        else false end as is_opposite,
      l.kind <> 'credit' and p.id is not null as is_payout,
      p.sent_through as payout_gateway
  ) side
  cross join lateral (
    select
      case when side.is_payout then p.amount else cr.amount end as amount,
      case when side.is_payout then p.currency else cr.currency end as currency,
      case when side.is_payout then side.payout_gateway else credit_gateway(cr) end as gateway,
      case when side.is_payout then p.status else cr.status end as status,
      lagos_day(case when side.is_payout then p.submitted_at else cr.received_at end) as day
  ) our
  cross join lateral (
    -- Two branches: an index serves each, but no choice between them.
    select side.is_payout and exists (
      select from provider_statement_lines o
      where o.reference = p.reference and o.gateway = l.gateway and o.kind = l.kind and o.id < l.id
    ) or not side.is_payout and exists (
      select from provider_statement_lines o
      where o.provider_id = cr.provider_reference and o.gateway = l.gateway and o.kind = l.kind and o.id < l.id
    ) as again,
    side.is_payout and exists (
      select from provider_statement_lines o
      where o.reference = p.reference and o.gateway = l.gateway and o.kind = 'transfer'
    ) as has_transfer,
    side.is_payout and exists (
      select from provider_statement_lines o
      where o.reference = p.reference and o.gateway = l.gateway and o.kind = 'reversal'
    ) as has_reversal
  ) others
  cross join lateral (values
    ('missing_here', not side.is_known and not side.is_opposite, null, l.kind),
    ('direction_differs', not side.is_known and side.is_opposite,
      case l.kind when 'transfer' then 'credit' else 'transfer' end, l.kind),
    ('duplicated_there', side.is_known and others.again, null, l.kind),
    ('wrong_provider', side.is_known and not others.again and our.gateway <> p_gateway, our.gateway, p_gateway),
    ('currency_differs', side.is_known and not others.again and our.currency <> l.currency,
      our.currency, l.currency),
    ('amount_differs',
      side.is_known and not others.again and our.currency = l.currency and our.amount <> l.amount,
      our.amount::text, l.amount::text),
    ('recipient_differs', side.is_known and l.kind = 'credit' and cr.recipient <> l.reference,
      cr.recipient, l.reference),
    ('wrong_day',
      side.is_known and not others.again and l.kind <> 'reversal' and our.day is not null
        and l.day - our.day not between case when side.is_payout then -1 else -late end and late,
      our.day::text, l.day::text),
    ('paid_there',
      side.is_payout and not others.again and l.kind = 'transfer' and not others.has_reversal
        and our.status in ('needs_destination', 'awaiting_approval', 'pending', 'canceled', 'failed'),
      our.status, 'succeeded'),
    ('unconfirmed_here',
      side.is_known and not others.again
        and our.status = case l.kind when 'transfer' then 'processing' when 'credit' then 'confirming' end,
      our.status, 'succeeded'),
    ('reversed_there',
      side.is_known and not others.again and l.kind = 'reversal'
        and case when side.is_payout then our.status = 'succeeded' else not was_sent_back(cr) end,
      our.status, 'reversed'),
    ('missing_there', side.is_payout and l.kind = 'reversal' and not others.has_transfer, our.status, 'reversed')
  ) found (kind, holds, ours, theirs)
  where l.gateway = p_gateway and l.day = p_day and l.kind in ('transfer', 'credit', 'reversal') and found.holds;

  return query
  select 'fee_differs', l.line_id, l.id, null::bigint, null::bigint, fee.expected::text, l.fee::text, false
  from provider_statement_lines l
  cross join lateral (
    -- By the newest tariff of that day, and its lowest band that has the amount.
    select least(
      t.flat + round(l.amount::numeric * t.basis_points / 10000)::bigint, coalesce(t.cap, 9223372036854775807)
    ) as expected
    from provider_tariffs t
    where (t.gateway, t.kind, t.currency) = (l.gateway, l.kind, l.currency)
      and t.from_day <= l.day and (t.up_to is null or l.amount <= t.up_to)
    order by t.from_day desc, t.up_to nulls last limit 1
  ) fee
  where l.gateway = p_gateway and l.day = p_day and fee.expected <> l.fee;

  if statement_covers(p_gateway, p_day, p_day, 'transfers') then
    return query
    select found.kind, p.reference, null::bigint, p.id, null::bigint, p.status, null::text,
      not statement_covers(p_gateway, p_day, greatest(p_day, found.day) + late, 'transfers')
    from payouts p
    cross join lateral (
      select bool_or(o.kind = 'reversal') as reversed, count(*) as n
      from provider_statement_lines o
      where o.reference = p.reference and o.gateway = p_gateway and o.kind in ('transfer', 'credit', 'reversal')
    ) lines
    cross join lateral (
      select case when lines.n = 0 then 'missing_there' else 'not_reversed_there' end as kind,
        case when lines.n = 0 then p_day else lagos_day(p.updated_at) end as day
    ) found
    where p.environment = 'live' and p.submitted_at >= from_time and p.submitted_at < to_time
      and p.sent_through = p_gateway and p.status in ('succeeded', 'reversed')
      and (lines.n = 0 or (p.status = 'reversed' and not lines.reversed));
  end if;

  if statement_covers(p_gateway, p_day, p_day, 'credits') then
    return query
    select found.kind, cr.provider_reference, null::bigint, null::bigint, cr.id, cr.status, null::text,
      not statement_covers(p_gateway, p_day, p_day + late, 'credits')
    from credits cr
    cross join lateral (
      select bool_or(o.kind = 'reversal') as reversed, count(*) as n
      from provider_statement_lines o
      where o.provider_id = cr.provider_reference and o.gateway = p_gateway
        and o.kind in ('transfer', 'credit', 'reversal')
    ) lines
    cross join lateral (
      select case when lines.n = 0 then 'missing_there' else 'not_reversed_there' end as kind
    ) found
    where cr.environment = 'live' and cr.received_at >= from_time and cr.received_at < to_time
      and credit_gateway(cr) = p_gateway and cr.status <> 'confirming'
      and (lines.n = 0 or (was_sent_back(cr) and not lines.reversed));
  end if;

  return query select * from find_move_differences(p_gateway, p_day);
end
$$;
