-- It takes the kind of row now.
drop function if exists purge_expired_rows(integer);
