-- Ends the import of a statement, in the transaction that began it: its fees are booked (book_provider_costs), and the
-- days that it covers are compared from now on (reconcile_day). Returns how many lines are new. Raises PB008 if the
-- import has ended before.
create or replace function finish_statement(p_statement_id bigint, p_acting acting) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  statement provider_statements;
begin
  update provider_statements s
  set line_count = (
    select count(*) from provider_statement_lines l
    where l.provider = s.provider and l.day between s.from_day and s.to_day and l.statement_id = s.id
  )
  where s.id = p_statement_id and s.line_count is null
  returning * into statement;
  if not found then
    raise exception 'the import of statement % has ended', p_statement_id using errcode = 'PB008';
  end if;
  -- The comparison follows at once, and its plans need to know the new lines.
  analyze provider_statement_lines;
  perform book_provider_costs(statement);
  perform log_action(
    null, 'live', 'statement import', statement.provider, null,
    jsonb_build_object('from', statement.from_day, 'to', statement.to_day, 'lines', statement.line_count), p_acting
  );
  return statement.line_count;
end
$$;
