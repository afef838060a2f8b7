-- Returns which collection money is for; a row of nulls if none. p_recipient: the reference of a crypto collection, or
-- of a virtual account, which may have been opened again for further collections.
--
-- Of an account it is the newest one, unless p_paid_at, when the payer paid as the provider says it, is from before
-- that was opened: then it is the newest one of that time, if that was still open. Otherwise money whose notice was
-- lost or late would pay for something else. The clocks of providers may be two minutes off. A time before the
-- account's first collection, one to come, and none at all (null) change nothing.
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
