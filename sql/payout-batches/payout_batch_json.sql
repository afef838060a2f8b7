-- Returns a batch as the API shows it, without absent members: as GET and its events do, or without p_counts as lists
-- do, which read no items: without how many there are in each status, by name and of duplicates, and what those will
-- cost that can go.
create or replace function payout_batch_json(p_batch payout_batches, p_counts boolean default true) returns json
language sql stable
begin atomic
  select json_strip_nulls(json_build_object(
    'reference', p_batch.reference,
    'name', p_batch.name,
    'status', p_batch.status,
    'items', jsonb_build_object('total', p_batch.item_count) || coalesce(n.statuses, '{}'),
    'names', n.names,
    'duplicates', n.duplicates,
    'amount', money_json(t.amount, 'NGN'),
    'fee', money_json(t.fee, 'NGN'),
    'fees', fees_json(t.fee, t.vat, t.stamp_duty, 'NGN'),
    'total', money_json(t.amount + t.fee, 'NGN'),
    'estimatedReadyAt', iso_timestamp(n.estimate),
    'cancelReason', p_batch.cancel_reason,
    'environment', p_batch.environment,
    'createdAt', iso_timestamp(p_batch.created_at),
    'updatedAt', iso_timestamp(p_batch.updated_at),
    'readyAt', iso_timestamp(p_batch.ready_at),
    'startedAt', iso_timestamp(p_batch.started_at),
    'canceledAt', iso_timestamp(p_batch.canceled_at),
    'completedAt', iso_timestamp(p_batch.completed_at),
    'expiresAt', case
      when p_batch.status in ('validating', 'ready') and p_batch.runs = 0
        then iso_timestamp(p_batch.created_at + interval '7 days')
    end
  ))
  from (select business_now(p_batch.merchant_id, p_batch.environment) as present) one
  left join lateral (
    select jsonb_object_agg(s.status, s.items) as statuses, sum(s.duplicates) as duplicates,
      (select jsonb_object_agg(m.name_match, m.items) from (
        select i.name_match, count(*) as items from payout_batch_items i
        where i.batch_id = p_batch.id and i.name_match is not null group by i.name_match
      ) m) as names,
      -- As fast as so far.
      case when p_batch.status = 'validating' and sum(s.named) > 0 then
        one.present + (one.present - p_batch.validated_from)
          * (sum(s.items) filter (where s.status = 'validating') / sum(s.named))::double precision
      end as estimate
    from (
      select coalesce(p.status, i.status) as status, count(*) as items,
        count(i.duplicate) filter (where i.status <> 'invalid') as duplicates,
        count(i.named_at) filter (where i.status <> 'validating') as named
      from payout_batch_items i left join payouts p on p.id = i.payout_id and i.status = 'created'
      where i.batch_id = p_batch.id
      group by 1
    ) s
  ) n on p_counts
  left join lateral (
    select sum(i.amount)::bigint as amount, sum(c.fee)::bigint as fee, sum(c.vat)::bigint as vat,
      sum(c.stamp_duty)::bigint as stamp_duty
    from payout_batch_items i
    cross join lateral charges_of(
      'payout', p_batch.environment, i.amount, i.purpose,
      (select m.has_exemptions from merchants m where m.id = p_batch.merchant_id),
      one.present
    ) c
    where p_counts and p_batch.runs = 0 and i.batch_id = p_batch.id and i.status = 'valid'
  ) quoted on true
  cross join lateral (
    select case when p_batch.runs = 0 then coalesce(quoted.amount, 0) else p_batch.amount end as amount,
      case when p_batch.runs = 0 then coalesce(quoted.fee, 0) else p_batch.fee end as fee,
      case when p_batch.runs = 0 then quoted.vat else p_batch.vat end as vat,
      case when p_batch.runs = 0 then quoted.stamp_duty else p_batch.stamp_duty end as stamp_duty
  ) t;
end;
