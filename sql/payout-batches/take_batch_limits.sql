-- Takes the valid items of a batch, so many p_items of p_amount kobo in all, from its merchant's limits of today
-- (take_payout_limits). Returns null if they were taken, or the first limit that they exceed, with what was left before
-- them: its caller undoes what was taken then.
create or replace function take_batch_limits(
  p_batch payout_batches, p_limits payout_limits_in_force, p_items bigint, p_amount bigint
) returns json
language plpgsql set search_path = public, pg_temp as $$
declare
  today constant date := lagos_day(business_now(p_limits.merchant_id, p_limits.environment));
  reached json := take_payout_limits(p_limits, null, p_amount, p_items);
begin
  if reached is not null or num_nonnulls(p_limits.account_day_max, p_limits.account_day_payouts) = 0 then
    return reached;
  end if;
  select json_build_object('limit', l.name, 'most', l.most, 'left', l.remaining) into reached
  from (
    select i.bank_code || ' ' || i.account_number as account, min(i.place) as place, sum(i.amount)::bigint as amount,
      count(*) as payouts
    from payout_batch_items i where i.batch_id = p_batch.id and i.status = 'valid'
    group by i.bank_code, i.account_number
  ) i
  left join payout_use u on (u.merchant_id, u.environment, u.day, u.account)
    = (p_limits.merchant_id, p_limits.environment, today, i.account)
  cross join lateral (
    select p_limits.account_day_max - coalesce(u.amount, 0) as amount,
      p_limits.account_day_payouts - coalesce(u.payouts, 0) as payouts
  ) n
  cross join lateral (values
    ('accountDay', i.amount > n.amount, money_json(p_limits.account_day_max, 'NGN'),
      money_json(greatest(n.amount, 0), 'NGN')),
    ('accountDayPayouts', i.payouts > n.payouts, to_json(p_limits.account_day_payouts),
      to_json(greatest(n.payouts, 0)))
  ) l (name, is_exceeded, most, remaining)
  where l.is_exceeded
  order by i.place, l.name limit 1;
  if reached is null then
    insert into payout_use as u (merchant_id, environment, day, account, amount, payouts)
    select p_limits.merchant_id, p_limits.environment, today, i.bank_code || ' ' || i.account_number, sum(i.amount),
      count(*)
    from payout_batch_items i where i.batch_id = p_batch.id and i.status = 'valid'
    group by i.bank_code, i.account_number
    on conflict on constraint payout_use_is_kept_once do update
      set amount = u.amount + excluded.amount, payouts = u.payouts + excluded.payouts;
  end if;
  return reached;
end
$$;
