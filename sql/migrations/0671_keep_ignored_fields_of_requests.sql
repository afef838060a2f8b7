-- The response's Ignored-Fields: what the endpoint did not know of the body, as JSON pointers with commas between them.
alter table request_log add column ignored_fields text;

-- What was written before there were partitions becomes one after this, and has to look like the others.
do $$
begin
  if exists (select from pg_class where oid = to_regclass('request_log_before') and not relispartition) then
    alter table request_log_before add column ignored_fields text;
  end if;
end
$$;
