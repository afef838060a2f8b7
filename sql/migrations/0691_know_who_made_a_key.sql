-- The person who made a key, or the one that it took the place of; null for an operator's. See remove_member().
alter table api_keys add column made_by bigint references people (id) on delete set null;
create index api_keys_by_maker on api_keys (merchant_id, made_by) where made_by is not null;

-- Those that are there were made by whom the audit log names.
update api_keys k set made_by = p.id
from audit_log a join people p on p.id = a.person_id
where a.merchant_id = k.merchant_id
  and ((a.action = 'key create' and a.target = k.reference)
    or (a.action = 'key rotate' and a.after ->> 'successor' = k.reference));

-- These have further parameters.
drop function if exists create_api_key(bigint, text, bytea, text, text[], cidr[], acting);
drop function if exists rotate_api_key(bigint, text, text, integer, bytea, text, acting);
drop function if exists set_api_key_networks(bigint, text, text, cidr[], acting);
drop function if exists set_member_role(bigint, text, text, bigint, acting);
drop function if exists remove_member(bigint, text, acting);
