-- Closes a difference for an operator, who says why: it is not found again. Moves no money: book that first (payout
-- decide, a credit that the provider reports again). Returns its new state. Raises PB008 if there is no such
-- difference, or it is closed. Locks the difference.
create or replace function resolve_difference(p_reference text, p_acting acting)
returns table (difference text, state text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_difference reconciliation_differences;
begin
  select * into found_difference from reconciliation_differences d where d.reference = p_reference for update;
  if found_difference.id is null then
    raise exception 'there is no difference %', p_reference using errcode = 'PB008';
  elsif found_difference.closed_at is not null then
    raise exception 'difference % is % already', p_reference, found_difference.state using errcode = 'PB008';
  elsif coalesce((p_acting).reason, '') !~ '\S' then
    raise exception 'a difference is resolved with a reason' using errcode = 'PB008';
  end if;
  update reconciliation_differences d set state = 'resolved', closed_at = now(), reason = mask_text((p_acting).reason)
  where d.id = found_difference.id;
  perform log_action(
    null, 'live', 'difference resolve', p_reference,
    jsonb_build_object(
      'state', found_difference.state, 'kind', found_difference.kind, 'gateway', found_difference.gateway,
      'day', found_difference.day
    ),
    jsonb_build_object('state', 'resolved'), p_acting
  );
  return query select p_reference, 'resolved'::text;
end
$$;
