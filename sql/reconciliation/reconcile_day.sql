-- Compares a provider's statement of a day with our books (find_differences), and stores the differences. It may be
-- called any number of times. A difference that is no longer found is 'explained', and reopens if it comes back; one
-- that a person resolved stays so. The provider is polled about differing payouts (poll_differences). No money moves.
-- Returns how many differences of the day are open, and how many may only be late. Concurrent calls for the same
-- provider run one after the other.
create or replace function reconcile_day(p_gateway text, p_day date, out open integer, out waiting integer)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('reconcile_day'), hashtext(p_gateway));
  with found as materialized (
    select distinct on (f.kind, f.subject) * from find_differences(p_gateway, p_day) f order by f.kind, f.subject
  ), explained as (
    update reconciliation_differences d set state = 'explained', closed_at = now()
    where d.gateway = p_gateway and d.day = p_day and d.closed_at is null
      and not exists (select from found f where (f.kind, f.subject) = (d.kind, d.subject))
      -- A case that a notice opened (open_credit_case) is in no statement.
      and not (d.line_id is null and d.kind in ('reversed_there', 'refunded_there', 'disputed_there'))
  )
  insert into reconciliation_differences as d (
    reference, gateway, day, kind, subject, line_id, payout_id, credit_id, ours, theirs, state
  )
  select new_reference('dif'), p_gateway, p_day, f.kind, f.subject, f.line_id, f.payout_id, f.credit_id, f.ours,
    f.theirs, case when f.waits then 'waiting' else 'open' end
  from found f
  on conflict on constraint difference_is_kept_once do update
    set state = excluded.state, closed_at = null, ours = excluded.ours, theirs = excluded.theirs
    where d.state <> 'resolved'
      and (d.state, d.ours, d.theirs) is distinct from (excluded.state, excluded.ours, excluded.theirs);

  perform poll_differences();
  select count(*) filter (where d.state = 'open'), count(*) filter (where d.state = 'waiting') into open, waiting
  from reconciliation_differences d
  where d.gateway = p_gateway and d.day = p_day and d.closed_at is null;
end
$$;
