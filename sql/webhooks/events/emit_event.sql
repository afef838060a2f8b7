-- Records one event, as emit_events() does. Returns its id.
create or replace function emit_event(
  p_merchant_id bigint, p_environment text, p_type text, p_data json, p_trace_id uuid default null
) returns bigint
language plpgsql set search_path = public, pg_temp as $$
begin
  return (emit_events(array[(p_merchant_id, p_environment, p_type, p_data, p_trace_id)::new_event]))[1];
end
$$;
