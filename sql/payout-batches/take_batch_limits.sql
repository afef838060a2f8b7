-- Takes the valid items of a batch from its merchant's limits of today (take_payout_limits), p_amount kobo in all.
-- Returns null if they were taken, or the first limit that they exceed. Its caller undoes what was taken until then.
create or replace function take_batch_limits(
  p_batch payout_batches, p_limits payout_limits_in_force, p_amount bigint
) returns json
language plpgsql set search_path = public, pg_temp as $$
declare
  item payout_batch_items;
  reached json;
begin
  if num_nonnulls(p_limits.account_day_max, p_limits.account_day_payouts) = 0 then
    return take_payout_limits(p_limits, null, p_amount);
  end if;
  -- First what is left for all of it: in the loop, its earlier items have taken their part.
  select json_build_object('limit', l.name, 'most', l.most, 'left', l.remaining) into reached
  from payout_limits_left(p_limits, null, p_amount) l where not l.fits limit 1;
  if reached is not null then
    return reached;
  end if;
  for item in
    select * from payout_batch_items i where i.batch_id = p_batch.id and i.status = 'valid' order by i.place
  loop
    reached := take_payout_limits(p_limits, item.bank_code || ' ' || item.account_number, item.amount);
    exit when reached is not null;
  end loop;
  return reached;
end
$$;
