-- The keyed hashes of the newest five phones that matched an identifier: after too many wrong phones its checks with
-- one of these are still answered.
alter table identity_records add column matched_phone_hashes bytea[] not null default '{}'
  constraint identity_keeps_five_matches check (cardinality(matched_phone_hashes) <= 5);

-- phone_hashes: the same of a pending check's phone, under each of the service's keys, the current one first.
-- remaining: how many more phones may be wrong, of a check whose phone was.
alter table identity_checks add column phone_hashes bytea[], add column remaining smallint;

-- It takes the hashes, and returns what a balance does not cover.
drop function if exists request_identity_check(bigint, text, text, bytea[], bytea, bytea);
