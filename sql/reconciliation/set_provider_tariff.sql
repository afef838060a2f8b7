-- Sets a provider's fee from a day on, for an operator: flat + amount * basis points / 10,000, p_cap at most, for
-- amounts up to p_up_to, all in minor units; null for no bound. Replaces the same band of the same day. Earlier
-- comparisons are not repeated automatically.
create or replace function set_provider_tariff(
  p_gateway text, p_kind text, p_currency text, p_from date, p_up_to bigint, p_flat bigint, p_basis_points integer,
  p_cap bigint, p_acting acting
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  earlier jsonb;
begin
  delete from provider_tariffs t
  where (t.gateway, t.kind, t.currency, t.from_day) = (p_gateway, p_kind, p_currency, p_from)
    and t.up_to is not distinct from p_up_to
  returning jsonb_build_object('flat', t.flat, 'basisPoints', t.basis_points, 'cap', t.cap) into earlier;
  insert into provider_tariffs (gateway, kind, currency, from_day, up_to, flat, basis_points, cap)
  values (p_gateway, p_kind, p_currency, p_from, p_up_to, p_flat, p_basis_points, p_cap);
  perform log_action(
    null, 'live', 'statement tariff', p_gateway, earlier,
    jsonb_build_object(
      'kind', p_kind, 'currency', p_currency, 'from', p_from, 'upTo', p_up_to, 'flat', p_flat,
      'basisPoints', p_basis_points, 'cap', p_cap
    ),
    p_acting
  );
end
$$;
