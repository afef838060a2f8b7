-- A list that is filtered by two things reads few rows of others. Each index takes the place of one with a column less,
-- so that a row costs no more indexes: lists by the one thing alone read it for each state, and merge (findPage).

drop index events_by_type;
create index events_by_type_and_delivery_status
  on events (merchant_id, environment, type, delivery_status, created_at desc, id desc);

drop index collections_of_payment_links;
create index collections_of_payment_links on collections (payment_link_id, status, created_at desc, id desc)
  where payment_link_id is not null and status not in ('provisioning', 'failed');
