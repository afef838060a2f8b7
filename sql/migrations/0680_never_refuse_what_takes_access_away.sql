-- gets_audit_row() is in its place.
drop function if exists refuse_too_many_changes(bigint, text, acting);
