-- Locks payouts in id order until the transaction ends, and returns their ids; without p_waits, of those that nobody
-- else has locked. Read the rows in a later statement: this one may not see what their last holder did.
create or replace function lock_payouts(p_payout_ids bigint[], p_waits boolean) returns bigint[]
language plpgsql set search_path = public, pg_temp as $$
begin
  if p_waits then
    perform from payouts p where p.id = any (p_payout_ids) order by p.id for update;
    return p_payout_ids;
  end if;
  return array(select p.id from payouts p where p.id = any (p_payout_ids) order by p.id for update skip locked);
end
$$;
