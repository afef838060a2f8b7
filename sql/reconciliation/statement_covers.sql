-- Whether imported statements of a provider cover all days from p_from to p_to with movements of a kind: p_what is
-- 'credits' that came in, 'transfers' that went out, or 'moves' of the float by its owner. Some files have only one of
-- these.
create or replace function statement_covers(p_gateway text, p_from date, p_to date, p_what text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select not exists (
    select from generate_series(p_from, p_to, interval '1 day') wanted (day)
    where not exists (
      select from provider_statements s
      -- No statement covers more than 31 days.
      where s.gateway = p_gateway and s.from_day between wanted.day::date - 30 and wanted.day::date
        and s.to_day >= wanted.day::date and s.line_count is not null
        and case p_what when 'credits' then s.has_credits when 'transfers' then s.has_transfers else s.has_moves end
    )
  )
$$;
