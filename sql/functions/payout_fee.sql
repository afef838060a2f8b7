-- payout_fee(environment, amount) returns what a payout of so many kobo costs now, in kobo.
create or replace function payout_fee(environment text, amount bigint) returns bigint
language plpgsql stable strict set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return (
    select f.fee from payout_fees f
    where f.environment = payout_fee.environment
      and f.effective_from = (
        select max(effective_from) from payout_fees
        where environment = payout_fee.environment and effective_from <= now()
      )
      and (f.up_to is null or payout_fee.amount <= f.up_to)
    order by f.up_to nulls last limit 1
  );
end
$$;
