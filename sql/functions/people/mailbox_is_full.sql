-- Whether strangers had three mails sent to an address within an hour: nobody's mailbox is filled through us. Locks the
-- address until the transaction ends, so that requests at the same time are counted one after the other.
create or replace function mailbox_is_full(p_email text) returns boolean
language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('mails to ' || p_email, 0));
  return (
    select count(*) >= 3 from mails m
    where m.recipient = p_email and m.is_by_stranger and m.created_at > now() - interval '1 hour'
  );
end
$$;
