-- advance_test_clock(merchant_id, minutes) moves the clock of a merchant's test environment ahead and does what has become
-- due by it: accounts expire at once, unconfirmed payouts and planned webhook attempts get their jobs now. What is
-- only nearer than before, reconcile() queues when its time has come.
--
-- Returns the clock, or null, changing nothing, where it would be more than a hundred years ahead.
create or replace function advance_test_clock(merchant_id bigint, minutes integer) returns json
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  most constant bigint := 100 * 365 * 24 * 60;
  tenant constant bigint := merchant_id;
  moved_to timestamptz;
begin
  insert into test_clocks as c (merchant_id, offset_minutes) values (tenant, advance_test_clock.minutes)
  on conflict (merchant_id) do update
    set offset_minutes = c.offset_minutes + excluded.offset_minutes, updated_at = now()
    where c.offset_minutes::bigint + excluded.offset_minutes <= most;
  if not found then
    return null;
  end if;

  moved_to := business_now(tenant, 'test');
  perform expire_virtual_accounts(tenant);
  perform enqueue_jobs('confirm_payout', array(
    select p.id from payouts p
    where p.merchant_id = tenant and p.environment = 'test' and p.next_confirmation_at <= moved_to
    order by p.id
  ));
  perform enqueue_due_deliveries(tenant, 'test');
  return test_clock_json(tenant);
end
$$;
