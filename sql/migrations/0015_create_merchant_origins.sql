-- The origins of a merchant's own sites: the only pages that may embed its hosted checkout.
--
-- Operators add them; each is an exact origin, scheme and port included, in the form a browser sends.

create table merchant_origins (
  merchant_id bigint not null references merchants,
  origin text not null constraint merchant_origin_has_no_path check (origin ~ '^https?://[^/\s]+$'),
  created_at timestamptz not null default now(),
  constraint merchant_origin_is_unique primary key (merchant_id, origin)
);
