-- Holds those pending payouts whose recipients an operator has blocked (block_recipient), and that nobody has released:
-- none is sent before a person decides (decide_held_payout). Returns the held ones. claim_payouts() calls it, and has
-- them locked.
create or replace function hold_blocked_payouts(p_payout_ids bigint[]) returns payouts[]
language plpgsql set search_path = public, pg_temp as $$
declare
  held payouts[];
begin
  with blocked as (
    insert into payout_holds (payout_id, cause)
    select p.id, d.cause
    from payouts p
    cross join lateral blocked_recipient(p.environment, p.bank_code, p.account_number, p.account_name) d (cause)
    where p.id = any (p_payout_ids) and p.status = 'pending' and p.held_since is null and d.cause is not null
    on conflict (payout_id) do nothing
    returning payout_id
  ), hold as (
    update payouts p set held_since = now() from blocked b where p.id = b.payout_id returning p
  )
  select coalesce(array_agg(h.p), '{}') into held from hold h;
  return held;
end
$$;
