-- Whether one of these gateways may send a live payout later, though it does not now: it reaches the bank, and has not
-- refused the payout. An unreachable gateway has not refused it, and a frozen one may be released.
create or replace function may_be_sent_elsewhere(p_payout_id bigint, p_gateways text[]) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from payouts p cross join unnest(p_gateways) g (name)
    where p.id = p_payout_id and g.name <> p.sent_through and gateway_reaches(g.name, p.bank_code) and not exists (
      select from payout_refusals r where r.payout_id = p.id and r.gateway = g.name and not r.never_left
    )
  );
$$;
