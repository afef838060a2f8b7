-- Whose webhook it is: a merchant may have so many checks waiting, and identical ones that are still pending share a
-- row. Null for those that processes of the version before requested.
alter table host_checks add column merchant_id bigint references merchants;

create unique index host_checks_in_flight on host_checks (merchant_id, environment, host) where status = 'pending';

-- It takes the merchant as well; processes of the version before leave it out.
drop function if exists request_host_check(text, text);
