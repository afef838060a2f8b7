-- Adds a job for every pending row of an environment without one: the rows say what is to be done, not the queue. Rows
-- younger than a few seconds are skipped. Also expires virtual accounts, cancels what waited too long for a destination
-- or an approval, validates and ends batches of payouts, and adds up the floats, which are live. p_enquiries: so many
-- name enquiries of batches may be under way. Call it once per environment, so that no amount of test work delays live
-- work. p_clocks: the merchants whose test clocks are checked this time.
--
-- A step that fails, waits a second for a lock, or is stopped by statement_timeout, is undone by itself, and keeps back
-- no other. Returns how many jobs it added, what failed, and whether batches have slices for work_on_payout_batches();
-- none of it if another process is doing this.
create or replace function reconcile(
  p_environment text, p_clocks bigint[] default '{}', p_enquiries integer default 20,
  out added integer, out failures text[], out has_slices boolean
)
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  step text;
begin
  added := 0;
  failures := '{}';
  has_slices := false;
  if not pg_try_advisory_xact_lock(hashtext('reconcile'), hashtext(p_environment)) then
    return;
  end if;
  foreach step in array array[
    'names of batches', 'ends of batches', 'floats', 'webhooks', 'lost jobs', 'virtual accounts',
    -- Last, since they keep merchants' ledger accounts locked until the end.
    'refunds', 'approvals'
  ] loop
    begin
      case step
        when 'names of batches' then
          perform validate_payout_batches(p_environment, p_enquiries);
        when 'ends of batches' then
          perform end_payout_batches(p_environment, p_clocks);
        when 'floats' then
          if p_environment = 'live' then
            perform sum_float_changes();
          end if;
        when 'webhooks' then
          added := added + enqueue_deliveries_of_endpoints(
            array(select endpoints_with_due_events(p_environment)), p_environment
          );
        when 'lost jobs' then
          added := added + queue_lost_jobs(p_environment, p_clocks);
        when 'virtual accounts' then
          perform expire_virtual_accounts(p_environment, p_clocks);
        when 'refunds' then
          perform cancel_waiting_refunds(p_environment, p_clocks);
        when 'approvals' then
          perform expire_approvals(p_environment, p_clocks);
      end case;
    -- "others" are not all: it leaves out a statement that is canceled.
    exception when query_canceled or others then
      failures := failures || format('%s: %s (%s)', step, sqlerrm, sqlstate);
    end;
  end loop;
  has_slices := exists (select from payout_batches b where b.environment = p_environment and b.has_slices);
end
$$;
