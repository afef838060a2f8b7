-- Whether strangers caused three mails of these templates to an address within p_within, so that nobody's mailbox is
-- filled through us. Other templates count separately, so that requests for one kind delay no other. Withheld mails
-- count too. Locks the address until the transaction ends, so that concurrent requests are counted one after the other.
create or replace function mailbox_is_full(p_email text, p_templates text[], p_within interval default '1 hour')
returns boolean
language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('mails to ' || p_email, 0));
  return (
    select count(*) >= 3 from mails m
    where m.recipient = p_email and m.is_by_stranger and m.template = any (p_templates)
      and m.created_at > now() - p_within
  );
end
$$;
