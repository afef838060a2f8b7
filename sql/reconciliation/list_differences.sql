-- Returns the 200 oldest differences between providers' statements and our books that nobody has closed, for an
-- operator; p_provider: of one provider, null for all. `state` waiting: it may only be late. Amounts are in minor
-- units. Raises PB008 for a provider of which no statement was imported.
create or replace function list_differences(p_provider text)
returns table (
  difference text, provider text, day date, kind text, subject text, ours text, theirs text, state text, age interval
)
language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if p_provider is not null and not exists (
    select from provider_statements s where s.provider = p_provider
  ) then
    raise exception 'no statement of % was imported', p_provider using errcode = 'PB008';
  end if;
  return query
  select d.reference, d.provider, d.day, d.kind, mask_text(d.subject), d.ours, d.theirs, d.state,
    date_trunc('minute', now() - d.first_seen_at)
  from reconciliation_differences d
  where d.closed_at is null and (p_provider is null or d.provider = p_provider)
  order by d.first_seen_at, d.id limit 200;
end
$$;
