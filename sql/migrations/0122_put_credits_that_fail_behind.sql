-- A credit that cannot be booked is tried again at settle_after, and behind those of its merchant that were not tried.
alter table credits
  add settle_after timestamptz not null default '-infinity',
  add settle_failures integer not null default 0;

create index credits_to_settle on credits (environment, coalesce(merchant_id, 0), settle_after, id)
  where status = 'received';
drop index credits_received;
