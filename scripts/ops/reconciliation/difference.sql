-- When: you look into a difference between a provider's statement and the books.
-- Shows what each side has on record: the line of the statement, and the payout, credit or float move here.
-- provider_status: the last status from the provider's API about a payout, if it contradicts ours. Amounts are in minor
-- units. Changes nothing.
-- Flags: --reference dif_...
select d.reference as difference, d.state, d.kind, d.gateway as provider, d.day, d.ours, d.theirs, d.first_seen_at,
  d.closed_at, d.reason, mask_text(l.line_id) as line, l.kind as line_kind, l.amount as line_amount, l.fee as line_fee,
  l.currency as line_currency, mask_text(l.reference) as line_reference, l.provider_id as line_provider_id, l.moved_at,
  m.reference as merchant, coalesce(p.reference, cr.reference, fm.reference) as here,
  coalesce(p.status, cr.status, fm.moved_from || ' to ' || fm.moved_to) as here_status,
  coalesce(p.amount, cr.amount, fm.amount) as here_amount,
  coalesce(p.currency, cr.currency, fm.currency) as here_currency,
  case when p.id is not null then p.sent_through when cr.id is not null then credit_gateway(cr) end
    as here_provider,
  coalesce(p.submitted_at, cr.received_at, fm.booked_at) as here_at, d.polled_at, p.contradicted_by as provider_status
from reconciliation_differences d
left join provider_statement_lines l on l.id = d.line_id
left join payouts p on p.id = d.payout_id
left join credits cr on cr.id = d.credit_id
left join float_moves fm on p.id is null and cr.id is null
  and fm.reference
    = case when l.id is null then d.subject when l.kind in ('top_up', 'withdrawal') then l.reference end
left join merchants m on m.id = coalesce(p.merchant_id, cr.merchant_id)
where d.reference = :reference and refuse_unless(
  exists (select from reconciliation_differences r where r.reference = :reference),
  format('there is no difference %s: npm run ops -- differences lists them', :reference)
);
