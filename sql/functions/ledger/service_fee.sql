-- service_fee(service, environment, amount) returns what a 'payout' of so many kobo, or an 'identity_check' (whose amount
-- counts as 0), costs now, in kobo.
create or replace function service_fee(service text, environment text, amount bigint) returns bigint
language plpgsql stable strict set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return (
    select f.fee from fees f
    where f.service = service_fee.service and f.environment = service_fee.environment
      and f.effective_from = (
        select max(effective_from) from fees
        where service = service_fee.service and environment = service_fee.environment and effective_from <= now()
      )
      and (f.up_to is null or service_fee.amount <= f.up_to)
    order by f.up_to nulls last limit 1
  );
end
$$;

drop function if exists payout_fee(text, bigint);
