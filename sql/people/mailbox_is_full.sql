-- Whether strangers had three mails of these templates written to an address within p_within: nobody's mailbox is
-- filled through us. Mails of other templates are counted apart, so that whoever asks for one kind holds back no other.
-- What is withheld counts too. Locks the address until the transaction ends, so that requests at the same time are
-- counted one after the other.
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
