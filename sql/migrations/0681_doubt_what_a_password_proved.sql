-- Both get the session that adds the factor as their last parameter; callers that leave it out are served as well.
drop function if exists add_passkey(
  bigint, bytea, bytea, bytea, bigint, text[], boolean, text, bytea[], acting
);
drop function if exists confirm_totp(bigint, bytea, bigint, bytea[], acting);
