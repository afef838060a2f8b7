-- Guessing: whoever may check a BVN or NIN could try phones until one matches. After five that did not match within 24
-- hours, a merchant's checks of that identifier are refused (identity_limit_ends()).

alter table identity_records
  -- When phones did not match, the last five times, oldest first.
  add column mismatched_at timestamptz[] not null default '{}'
    constraint identity_keeps_five_mismatches check (cardinality(mismatched_at) <= 5);

alter table identity_checks
  -- Set where others reached the limit while this check waited: it is 'unavailable', and its phone was not compared.
  add column limited_until timestamptz
    constraint limited_identity_check_is_unavailable check (limited_until is null or status = 'unavailable');

-- It returns wait_seconds too now.
drop function if exists request_identity_check(bigint, text, text, bytea[], bytea, bytea);
