-- Trigger: notifies the ingress, which streams to the payer's page, when a payment link's collection changes.
create or replace function notify_payer() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  perform notify_results('virtual_account', array[new.virtual_account_id]);
  return null;
end
$$;

create or replace trigger notify_payer
after update of status, amount_received on collections
for each row
when (
  new.payment_link_id is not null
  and (new.status, new.amount_received) is distinct from (old.status, old.amount_received)
)
execute function notify_payer();
