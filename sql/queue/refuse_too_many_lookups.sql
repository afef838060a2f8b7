-- Raises PB010 if more than a hundred identity checks and host checks of a merchant and environment are pending,
-- including the one that the caller has just written: a merchant's lookups must not fill the shared queue. They get a
-- result or an error within seconds, so an honest merchant stays far below it. request_name_enquiries() has its own.
--
-- Concurrent requests don't see each other, so there may be a few more. Reads an index of each, only up to the limit.
create or replace function refuse_too_many_lookups(p_merchant_id bigint, p_environment text) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  most constant integer := 100;
begin
  if (
    select count(*) from (
      select from identity_checks r
      where r.merchant_id = p_merchant_id and r.environment = p_environment and r.status = 'pending'
      union all
      select from host_checks r
      where r.merchant_id = p_merchant_id and r.environment = p_environment and r.status = 'pending'
      limit most + 1
    ) waiting
  ) > most then
    raise exception 'more than % lookups wait', most using errcode = 'PB010';
  end if;
end
$$;
