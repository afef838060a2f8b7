-- Lists that are filtered by status find their page without reading past all the rows of other statuses.

create index payouts_by_status on payouts (merchant_id, environment, status, created_at desc, id desc);
create index collections_by_status on collections (merchant_id, environment, status, created_at desc, id desc);
