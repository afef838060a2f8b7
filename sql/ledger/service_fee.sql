-- Returns the current fee in kobo for a 'payout' of p_amount kobo, or an 'identity_check' (p_amount 0).
create or replace function service_fee(p_service text, p_environment text, p_amount bigint) returns bigint
language plpgsql stable strict set search_path = public, pg_temp as $$
begin
  return (
    select f.fee from fees f
    where f.service = p_service and f.environment = p_environment
      and f.effective_from = (
        select max(e.effective_from) from fees e
        where e.service = p_service and e.environment = p_environment and e.effective_from <= now()
      )
      and (f.up_to is null or p_amount <= f.up_to)
    order by f.up_to nulls last limit 1
  );
end
$$;
