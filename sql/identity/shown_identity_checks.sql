-- The identity checks that the API shows, without what they compare: only completed ones.
create or replace view shown_identity_checks as
select id, merchant_id, environment, reference, type, status, name, is_cache_hit, merchant_reference, metadata,
  created_at
from identity_checks where status in ('succeeded', 'failed');
