-- Returns the collection that money is for; a row of nulls if none. p_recipient: the reference of a crypto collection,
-- or of a virtual account, which may have been opened again for further collections.
--
-- For an account this is the newest collection, unless p_paid_at, when the payer paid according to the provider, is
-- before that one was opened: then it is the newest of that time, if it was still open. Otherwise money whose notice
-- was lost or late would pay for something else. Providers' clocks may be two minutes off. A time before the account's
-- first collection, in the future, or missing (null) changes nothing.
create or replace function find_paid_collection(p_environment text, p_recipient text, p_paid_at timestamptz)
returns collections
language plpgsql stable set search_path = public, pg_temp as $$
declare
  tolerance constant interval := '2 minutes';
  newest collections;
  earlier collections;
begin
  select c.* into newest from collections c
  where c.environment = p_environment and (
    c.reference = p_recipient
    or c.virtual_account_id = (
      select v.id from virtual_accounts v
      where v.environment = p_environment and v.reference = p_recipient
    )
  )
  order by c.id desc limit 1;
  if p_paid_at + tolerance < newest.created_at then
    select c.* into earlier from collections c
    where c.virtual_account_id = newest.virtual_account_id and c.created_at <= p_paid_at + tolerance
    order by c.id desc limit 1;
    if p_paid_at - tolerance <= least(earlier.settled_at, earlier.expires_at) then
      return earlier;
    end if;
  end if;
  return newest;
end
$$;
