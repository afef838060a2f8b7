-- Emits the event that reports the status of each of these credits: credit.unmatched, credit.accepted or
-- credit.returned. None for one that was never unmatched, or is nobody's.
create or replace function emit_credit_events(p_credit_ids bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  events constant new_event[] := array(
    select (
      cr.merchant_id, cr.environment,
      case cr.status
        when 'suspended' then 'credit.unmatched' when 'settled' then 'credit.accepted' else 'credit.returned'
      end,
      unmatched_credit_json(cr), cr.trace_id
    )::new_event
    from credits cr
    where cr.id = any (p_credit_ids) and cr.unmatched_reason is not null
    order by cr.id
  );
begin
  if cardinality(events) > 0 then
    perform emit_events(events);
  end if;
end
$$;
