-- Opens a difference for operators where a provider reports that money of a live credit goes back to its payer, or is
-- disputed: p_theirs is what the provider says, without anybody's data. Books nothing. Once for each refund, dispute or
-- reversal; it opens again, with a new age, whenever the provider says something else. Returns what becomes of the
-- notice:
--
--   taken_back  there is a case that needs a person
--   recorded    nothing is new: the provider said the same before, or operators have booked that all was sent back
--   later       the credit is not booked yet, and the provider is polled about it
--   refused     it is no credit of ours: the business has other payments at the provider
create or replace function open_credit_case(p_notice credit_notices, p_theirs text) returns text
language plpgsql set search_path = public, pg_temp as $$
declare
  credit credits;
begin
  select * into credit from credits cr
  where cr.environment = 'live'
    and cr.provider_reference = provider_credit_id(p_notice.gateway, p_notice.transaction);
  if not found then
    return case when exists (
      select from credit_notices n
      where (n.gateway, n.transaction, n.kind) = (p_notice.gateway, p_notice.transaction, 'payment')
        and n.status = 'pending'
    ) then 'later' else 'refused' end;
  elsif was_sent_back(credit) then
    return 'recorded';
  end if;
  insert into reconciliation_differences as d (
    reference, gateway, day, kind, subject, credit_id, ours, theirs, state
  )
  values (
    new_reference('dif'), p_notice.gateway, lagos_day(credit.received_at),
    case p_notice.kind when 'payment' then 'reversed_there' when 'refund' then 'refunded_there'
      else 'disputed_there' end,
    rtrim(credit.provider_reference || ' ' || p_notice.case_id), credit.id, credit.status, p_theirs, 'open'
  )
  on conflict on constraint difference_is_kept_once do update
    set theirs = excluded.theirs, ours = excluded.ours, state = 'open', closed_at = null, reason = null,
      first_seen_at = case when d.closed_at is null then d.first_seen_at else now() end
    where d.theirs <> excluded.theirs;
  return case when found then 'taken_back' else 'recorded' end;
end
$$;
