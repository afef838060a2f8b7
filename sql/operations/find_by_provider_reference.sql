-- Returns the credits that a provider reported under its own id (p_provider_reference, with or without the prefix of
-- provider_credit_id()), at most one per environment and gateway, for an operator. Amounts are in minor units. Raises
-- PB008 if there is none.
create or replace function find_by_provider_reference(p_provider_reference text)
returns table (
  reference text, environment text, merchant text, collection text, status text, amount bigint, currency text,
  received_at timestamptz
)
language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  return query
  select cr.reference, cr.environment, m.reference, c.reference, cr.status, cr.amount, cr.currency, cr.received_at
  from credits cr
  left join merchants m on m.id = cr.merchant_id
  left join collections c on c.id = cr.collection_id
  where cr.environment = any (array['test', 'live']) and cr.provider_reference = any (
    array(select provider_credit_id(g.name, p_provider_reference) from gateways g) || p_provider_reference
  )
  order by cr.id;
  if not found then
    raise exception 'no provider has reported money as %; payouts have our own reference there', p_provider_reference
      using errcode = 'PB008';
  end if;
end
$$;
