-- Notifies the ingress, when the transaction commits, that a row has its result. p_key is the row's kind and id, as
-- resultKey() in sql/results/results.ts makes it. The waiting request then reads the row.
create or replace function notify_result(p_key text) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('results', p_key);
end
$$;
