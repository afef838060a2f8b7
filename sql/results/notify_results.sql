-- Notifies the ingress, when the transaction commits, that these rows have their results; p_kind is one of those in
-- sql/results/results.ts. The waiting requests then read the rows. One notification names two hundred rows, since each
-- wakes every process that listens.
create or replace function notify_results(p_kind text, p_ids bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  -- A payload has room for 8,000 bytes.
  perform pg_notify('results', string_agg(p_kind || ':' || r.id, ' '))
  from unnest(p_ids) with ordinality r (id, place)
  group by (r.place - 1) / 200;
end
$$;
