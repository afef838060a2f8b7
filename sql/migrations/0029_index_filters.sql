-- Lists that are filtered by type or status find their page without reading past all other rows.

create index events_by_type on events (merchant_id, environment, type, created_at desc, id desc);
create index events_by_delivery_status on events (merchant_id, environment, delivery_status, created_at desc, id desc)
  where delivery_status not in ('delivered', 'not_sent');
create index payment_links_by_status on payment_links (merchant_id, environment, status, created_at desc, id desc);
create index identity_checks_by_status on identity_checks (merchant_id, environment, status, created_at desc, id desc);
