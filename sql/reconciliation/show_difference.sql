-- Returns one difference with what each side has on record, for an operator: the line of the provider's statement, and
-- the payout, credit or float move here. provider_status: the last status from the provider's API about a payout,
-- if it contradicts ours. Amounts are in minor units. Raises PB008 if there is no such difference.
create or replace function show_difference(p_reference text)
returns table (
  difference text, state text, kind text, provider text, day date, ours text, theirs text, first_seen_at timestamptz,
  closed_at timestamptz, reason text, line text, line_kind text, line_amount bigint, line_fee bigint,
  line_currency text, line_reference text, line_provider_id text, moved_at timestamptz, merchant text, here text,
  here_status text, here_amount bigint, here_currency text, here_provider text, here_at timestamptz,
  polled_at timestamptz, provider_status text
)
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return query
  select d.reference, d.state, d.kind, d.provider, d.day, d.ours, d.theirs, d.first_seen_at, d.closed_at, d.reason,
    mask_text(l.line_id), l.kind, l.amount, l.fee, l.currency, mask_text(l.reference), l.provider_id, l.moved_at,
    m.reference, coalesce(p.reference, cr.reference, fm.reference),
    coalesce(p.status, cr.status, fm.moved_from || ' to ' || fm.moved_to), coalesce(p.amount, cr.amount, fm.amount),
    coalesce(p.currency, cr.currency, fm.currency),
    case when p.id is not null then coalesce(p.sent_through, 'http') when cr.id is not null then credit_gateway(cr) end,
    coalesce(p.submitted_at, cr.received_at, fm.booked_at), d.polled_at, p.contradicted_by
  from reconciliation_differences d
  left join provider_statement_lines l on l.id = d.line_id
  left join payouts p on p.id = d.payout_id
  left join credits cr on cr.id = d.credit_id
  left join float_moves fm on p.id is null and cr.id is null
    and fm.reference
      = case when l.id is null then d.subject when l.kind in ('top_up', 'withdrawal') then l.reference end
  left join merchants m on m.id = coalesce(p.merchant_id, cr.merchant_id)
  where d.reference = p_reference;
  if not found then
    raise exception 'there is no difference %', p_reference using errcode = 'PB008';
  end if;
end
$$;
