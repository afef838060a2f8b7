-- Sets a charge of p_service ('payout', 'refund' or 'identity_check') from a day on, for an operator: p_kobo, or
-- p_basis_points of the service charge, for amounts from p_from_amount kobo up. Only payouts and refunds owe stamp
-- duty; payouts for p_exempt_purposes don't. From that day on only the rows of that day count for its service and kind:
-- returns them all, to check that none is missing. Replaces the same row. Raises PB008 for a day that has begun in
-- Lagos, or for what a charge cannot be.
create or replace function set_charge(
  p_service text, p_kind text, p_starts_on date, p_from_amount bigint, p_kobo bigint, p_basis_points integer,
  p_exempt_purposes text[], p_acting acting
) returns setof charges
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  earlier charges;
begin
  if p_starts_on <= lagos_day(now()) then
    raise exception '--from must be a day to come: what was charged stays' using errcode = 'PB008';
  end if;
  select c.* into earlier from charges c
  where (c.service, c.kind, c.starts_on, c.from_amount) = (p_service, p_kind, p_starts_on, p_from_amount) for update;
  begin
    insert into charges (service, kind, starts_on, from_amount, kobo, basis_points, exempt_purposes)
    values (p_service, p_kind, p_starts_on, p_from_amount, p_kobo, p_basis_points, p_exempt_purposes)
    on conflict on constraint charge_band_is_unique do update
      set kobo = excluded.kobo, basis_points = excluded.basis_points, exempt_purposes = excluded.exempt_purposes;
  exception
    when check_violation then
      raise exception 'a charge has --kobo, or --basis-points (0 to 10000) unless it is the service''s; only payouts '
        'and refunds have stamp_duty, and only that has --exempt: purposes of payouts, separated by commas'
        using errcode = 'PB008';
  end;
  perform log_action(
    null, 'live', 'charge set', p_service || ' ' || p_kind, to_jsonb(earlier),
    jsonb_build_object(
      'startsOn', p_starts_on, 'fromAmount', p_from_amount, 'kobo', p_kobo, 'basisPoints', p_basis_points,
      'exemptPurposes', p_exempt_purposes
    ), p_acting
  );
  return query select c.* from charges c
    where (c.service, c.kind, c.starts_on) = (p_service, p_kind, p_starts_on) order by c.from_amount;
end
$$;
