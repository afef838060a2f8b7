-- Gives a merchant the charges of a reversed live payout back, for an operator: those of p_kinds (service, vat,
-- stamp_duty), once for each payout. Returns what was refunded, in kobo. Raises PB008 if there is no such payout, it is
-- not live and reversed, nothing of p_kinds was charged, or charges were refunded before. Locks the payout, then the
-- merchant's ledger accounts.
create or replace function refund_charges(p_reference text, p_kinds text[], p_acting acting)
returns table (service bigint, vat bigint, stamp_duty bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  payout payouts;
begin
  select * into payout from payouts p where p.reference = p_reference for update;
  if payout.id is null then
    raise exception 'there is no payout %', p_reference using errcode = 'PB008';
  elsif payout.status <> 'reversed' or payout.environment <> 'live' then
    raise exception 'payout % is % in %: only a reversed live one''s charges are refunded', p_reference, payout.status,
      payout.environment using errcode = 'PB008';
  elsif exists (select from charge_refunds r where r.payout_id = payout.id) then
    raise exception 'charges of payout % were refunded before', p_reference using errcode = 'PB008';
  end if;
  vat := case when 'vat' = any (p_kinds) then coalesce(payout.vat, 0) else 0 end;
  stamp_duty := case when 'stamp_duty' = any (p_kinds) then coalesce(payout.stamp_duty, 0) else 0 end;
  service := case when 'service' = any (p_kinds)
    then payout.fee - coalesce(payout.vat, 0) - coalesce(payout.stamp_duty, 0) else 0 end;
  if service + vat + stamp_duty = 0 then
    raise exception 'payout % was not charged that', p_reference using errcode = 'PB008';
  end if;
  perform post_journals(array[(
    'charges_refunded', payout.reference, payout.merchant_id, payout.environment, payout.currency,
    service + vat + stamp_duty, 0, 0, -service, -vat, -stamp_duty, 0, null
  )::ledger_movement]);
  insert into charge_refunds (payout_id, service, vat, stamp_duty) values (payout.id, service, vat, stamp_duty);
  perform log_action(
    payout.merchant_id, payout.environment, 'charges refund', payout.reference, null,
    jsonb_build_object('service', service, 'vat', vat, 'stampDuty', stamp_duty), p_acting
  );
  return next;
end
$$;
