-- Raises PB010 if more than a hundred identity checks or host checks of a merchant and environment are pending,
-- including the one that the caller has just written: a merchant's lookups must not fill the shared queue. They get a
-- result or an error within seconds, so an honest merchant stays far below it. request_name_enquiries() has its own.
--
-- Concurrent requests don't see each other, so there may be a few more. Each count reads an index, only up to the
-- limit.
create or replace function refuse_too_many_lookups(p_task text, p_merchant_id bigint, p_environment text) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  most constant integer := 100;
begin
  if (
    select count(*) from (
      select 1 from identity_checks r
      where p_task = 'check_identity' and r.merchant_id = p_merchant_id and r.environment = p_environment
        and r.status = 'pending'
      union all
      select 1 from host_checks r
      where p_task = 'check_webhook_host' and r.merchant_id = p_merchant_id and r.environment = p_environment
        and r.status = 'pending'
      limit most + 1
    ) waiting
  ) > most then
    raise exception 'more than % lookups (%) wait', most, p_task using errcode = 'PB010';
  end if;
end
$$;
