-- Whether a provider has sent a credit's money back by our books: operators have booked it. A credit that its merchant
-- returned was paid out instead, and the provider may still send it back or be asked to: that money would go twice.
create or replace function was_sent_back(p_credit credits) returns boolean
language sql stable
return p_credit.status = 'refunded' and not exists (
  select from payouts p
  where p.credit_id = p_credit.id and p.collection_id is not null and p.status = 'succeeded'
);
