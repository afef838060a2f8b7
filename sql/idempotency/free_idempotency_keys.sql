-- Triggers: a request whose resource could not be provisioned was refused, so its Idempotency-Key becomes free, in the
-- transaction that fails the row. The arguments are the routes that create rows of the table.
create or replace function free_idempotency_keys() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  delete from idempotency_keys k where k.route = any (tg_argv[0:]) and k.resource = new.id::text;
  return null;
end
$$;

create or replace trigger free_idempotency_keys
after update of status on virtual_accounts
for each row when (new.status = 'failed' and old.status <> 'failed')
execute function free_idempotency_keys('POST /v1/virtual-accounts');

create or replace trigger free_idempotency_keys
after update of status on collections
for each row when (new.status = 'failed' and old.status <> 'failed')
execute function free_idempotency_keys('POST /v1/crypto-collections');

create or replace trigger free_idempotency_keys
after update of status on identity_checks
for each row when (new.status = 'unavailable' and old.status <> 'unavailable')
execute function free_idempotency_keys('POST /v1/kyc/bvn', 'POST /v1/kyc/nin');
