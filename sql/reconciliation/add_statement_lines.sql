-- Adds lines to a statement whose import began in this transaction. p_lines: an array of {number, lineId, kind, amount,
-- fee, vat?, currency, reference, providerId, movedAt}, amounts in minor units as text; number: its position in the
-- file. A line that was imported before with the same content stays as it is. Returns the number of the first line
-- whose id was imported before with other content: the import must not commit then. Null if there is none. Raises PB008
-- if the statement's import has ended.
create or replace function add_statement_lines(p_statement_id bigint, p_lines jsonb) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  statement provider_statements;
  contradicting integer;
begin
  select * into statement from provider_statements s where s.id = p_statement_id and s.line_count is null;
  if not found then
    raise exception 'the import of statement % has ended', p_statement_id using errcode = 'PB008';
  end if;

  insert into provider_statement_lines (
    statement_id, gateway, line_id, kind, amount, fee, vat, currency, reference, provider_id, moved_at, day
  )
  select statement.id, statement.gateway, l."lineId", l.kind, l.amount, l.fee, coalesce(l.vat, 0), l.currency,
    l.reference, l."providerId", l."movedAt", lagos_day(l."movedAt")
  from jsonb_to_recordset(p_lines) l (
    number integer, "lineId" text, kind text, amount bigint, fee bigint, vat bigint, currency text, reference text,
    "providerId" text, "movedAt" timestamptz
  )
  order by l.number
  on conflict on constraint statement_line_is_imported_once do nothing;

  select min(l.number) into contradicting
  from jsonb_to_recordset(p_lines) l (
    number integer, "lineId" text, kind text, amount bigint, fee bigint, vat bigint, currency text, reference text,
    "providerId" text, "movedAt" timestamptz
  )
  join provider_statement_lines kept on kept.gateway = statement.gateway and kept.line_id = l."lineId"
  where (kept.kind, kept.amount, kept.fee, kept.vat, kept.currency, kept.reference, kept.provider_id,
    kept.moved_at) is distinct from (l.kind, l.amount, l.fee, coalesce(l.vat, 0), l.currency, l.reference,
    l."providerId", l."movedAt");
  return contradicting;
end
$$;
