-- A collection may be paid in any number of parts. They are released in steps, after the credit that completed it,
-- which is named here until none is left.
alter table collections add releasing_credit_id bigint references credits;
create index collections_releasing on collections (environment, id) where releasing_credit_id is not null;

-- Whether a credit in suspense is part of what its collection has received, and is released with it. What came in
-- before this column was, unless its collection had succeeded.
alter table credits add is_counted boolean not null default true;
create index credits_suspended_by_collection on credits (collection_id, id) where status = 'suspended';
