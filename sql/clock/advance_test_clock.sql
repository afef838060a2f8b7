-- Moves a merchant's test clock ahead by p_minutes and does what is due: accounts expire at once, refunds without a
-- destination, unapproved payments and batches that nobody started are canceled, payout confirmations and webhook
-- attempts get their jobs now; if there are very many, the rest follow. Returns the clock; null, changing nothing, if
-- it would be more than a hundred years ahead.
create or replace function advance_test_clock(p_merchant_id bigint, p_minutes integer) returns json
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  most constant bigint := 100 * 365 * 24 * 60;
begin
  insert into test_clocks as c (merchant_id, offset_minutes) values (p_merchant_id, p_minutes)
  on conflict (merchant_id) do update
    set offset_minutes = c.offset_minutes + excluded.offset_minutes, updated_at = now()
    where c.offset_minutes::bigint + excluded.offset_minutes <= most;
  if not found then
    return null;
  end if;

  perform expire_virtual_accounts(null, array[p_merchant_id]);
  perform queue_next_jobs('confirm_payout', array[p_merchant_id], 'test');
  perform enqueue_deliveries_of_endpoints(array[p_merchant_id], 'test');
  perform cancel_waiting_refunds(null, array[p_merchant_id]);
  perform expire_approvals(null, array[p_merchant_id]);
  perform end_payout_batches(null, array[p_merchant_id]);
  return test_clock_json(p_merchant_id);
end
$$;
