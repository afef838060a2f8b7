-- Whether a person has a second factor: a passkey or an authenticator app. A password alone then doesn't sign them in.
create or replace function has_second_factor(p_person_id bigint) returns boolean
language sql stable
return exists (select from passkeys k where k.person_id = p_person_id)
  or exists (select from totp_secrets t where t.person_id = p_person_id and t.confirmed_at is not null);
