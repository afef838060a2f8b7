-- Gives a new live gateway its float and ledger account in each currency: without them none of its live money can be
-- booked.
create or replace function make_floats() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  with made as (
    insert into ledger_accounts (environment, currency, kind)
    select 'live', currency, 'float_' || new.name from unnest(array['NGN', 'USD']) currency
    returning id, currency
  )
  insert into floats (account_id, gateway, currency) select id, new.name, currency from made;
  return null;
end
$$;

create or replace trigger gateway_gets_floats after insert on gateways
for each row execute function make_floats();
