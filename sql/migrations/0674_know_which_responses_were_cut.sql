-- Whether the receiver's response was longer than what is kept of it; null where it was not, or there was none.
alter table webhook_attempts add column response_cut boolean;

-- What was written before there were partitions becomes one after this, and has to look like the others.
do $$
begin
  if exists (select from pg_class where oid = to_regclass('webhook_attempts_before') and not relispartition) then
    alter table webhook_attempts_before add column response_cut boolean;
  end if;
end
$$;
