-- Locks payouts in id order, and returns the ids of the locked ones: with p_waits all, otherwise those where nobody
-- else has locked the payout or a ledger account of its merchant, which finish_payouts() needs too. Locks these
-- accounts in id order; with p_waits it leaves them to post_journals().
create or replace function lock_payouts_to_finish(p_payout_ids bigint[], p_waits boolean) returns bigint[]
language plpgsql volatile set search_path = public, pg_temp as $$
declare
  ids bigint[];
  accounts bigint[];
begin
  if p_waits then
    perform from payouts p where p.id = any (p_payout_ids) order by p.id for update;
    return p_payout_ids;
  end if;
  ids := array(
    select p.id from payouts p where p.id = any (p_payout_ids) order by p.id for update skip locked
  );
  -- Array conditions, and the same accounts as in post_journals().
  accounts := array(
    select a.id from ledger_accounts a
    where a.merchant_id = any (array(select p.merchant_id from payouts p where p.id = any (ids)))
      and a.environment = any (array(select p.environment from payouts p where p.id = any (ids)))
      and a.currency = any (array(select p.currency from payouts p where p.id = any (ids)))
    order by a.id
    for update skip locked
  );
  return array(
    select p.id from payouts p
    where p.id = any (ids) and not exists (
      select from ledger_accounts a
      where a.merchant_id = p.merchant_id and a.environment = p.environment and a.id <> all (accounts)
        and a.currency = p.currency
    )
  );
end
$$;
