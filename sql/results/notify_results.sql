-- As notify_result(), for several rows of a kind: one notification names two hundred of them, with spaces between. Each
-- notification wakes every process that listens.
create or replace function notify_results(p_kind text, p_ids bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  -- A payload has room for 8,000 bytes.
  perform pg_notify('results', string_agg(p_kind || ':' || r.id, ' '))
  from unnest(p_ids) with ordinality r (id, place)
  group by (r.place - 1) / 200;
end
$$;
