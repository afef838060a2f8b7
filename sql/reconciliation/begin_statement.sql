-- Begins the import of a provider's file (its SHA-256) for the days from p_from to p_to. Returns the statement's id,
-- for add_statement_lines() and finish_statement() in the same transaction; null if this file was imported for these
-- days before. p_has_credits, p_has_transfers, p_has_moves: whether the file has everything that came in, that went
-- out, and that the owner moved to and from the float, on these days. Raises PB008 for days that are not over in
-- Nigeria, or more than 31.
create or replace function begin_statement(
  p_gateway text, p_file_hash bytea, p_from date, p_to date, p_has_credits boolean,
  p_has_transfers boolean, p_has_moves boolean
) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  statement bigint;
begin
  if p_to < p_from or p_to > p_from + 30 then
    raise exception 'a statement covers 1 to 31 days, and ends no earlier than it begins' using errcode = 'PB008';
  elsif p_to >= lagos_day(now()) then
    raise exception 'a statement ends yesterday at the latest: import a day once it is over in Nigeria'
      using errcode = 'PB008';
  end if;
  insert into provider_statements (gateway, file_hash, from_day, to_day, has_credits, has_transfers, has_moves)
  values (p_gateway, p_file_hash, p_from, p_to, p_has_credits, p_has_transfers, p_has_moves)
  on conflict on constraint statement_is_imported_once do nothing
  returning id into statement;
  return statement;
end
$$;
