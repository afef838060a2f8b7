-- identity_check_json() takes a row of the view shown_identity_checks: the ingress may not read the table's phones.
drop function if exists identity_check_json(identity_checks);
