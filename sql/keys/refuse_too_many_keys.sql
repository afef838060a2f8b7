-- Raises PB009 if a merchant has p_most working API keys in an environment, or a thousand including expired ones, which
-- are kept for a year. Locks the merchant, so that two concurrent calls can't both add the last one.
create or replace function refuse_too_many_keys(p_merchant_id bigint, p_environment text, p_most integer) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  active integer;
  kept integer;
begin
  perform from merchants m where m.id = p_merchant_id for no key update;
  select count(*), count(*) filter (where key_works(k)) into kept, active
  from api_keys k where k.merchant_id = p_merchant_id and k.environment = p_environment;
  if active >= p_most then
    raise exception 'there are % keys, which is as many as there may be: revoke one first', active
      using errcode = 'PB009';
  end if;
  if kept >= 1000 then
    raise exception 'there are % keys with the revoked ones of the last year, which is as many as there may be', kept
      using errcode = 'PB009';
  end if;
end
$$;
