-- Claims a live payout, which its gateway did not send for a reason of its own, for the next one: of p_gateways, which
-- has the preferred one first, the first that reaches the bank, that no operator has stopped, and that has not refused
-- it before. Keeps the refusal, and returns the payout with its new gateway and fence; no row where it stays as it is:
-- there is no such gateway, an operator has stopped the payout or its recipient, or a newer claim took over.
--
-- p_fence is what the claim returned. A claim for a question has another: whoever was asked about the payout may have
-- been told to send it again, so from then on it stays where it is.
--
-- p_reason: no_float, bank_unreachable or unavailable. From here on the new gateway may have received the transfer, and
-- is asked about it, first after ten seconds. Locks the payout, after freezes.
create or replace function reroute_payout(
  p_payout_id bigint, p_fence bigint, p_reason text, p_gateways text[]
) returns setof payouts
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  payout payouts;
  next_gateway text;
begin
  -- freeze_payouts() and deny_recipient() wait for it: what is claimed later sees what they wrote.
  perform pg_advisory_xact_lock_shared(hashtext('payout_freezes'));
  select * into payout from payouts p where p.id = p_payout_id for update;
  if payout.fence is distinct from p_fence or payout.status <> 'processing' then
    return;
  end if;

  insert into payout_refusals (payout_id, gateway, reason) values (p_payout_id, payout.sent_through, p_reason)
  on conflict on constraint payout_refusal_is_kept_once do nothing;
  if not payout_is_frozen(payout.environment, payout.merchant_id, payout.bank_code)
    -- As in claim_payouts(): what a person released goes on.
    and (exists (select from payout_holds h where h.payout_id = p_payout_id) or denied_recipient(
      payout.environment, payout.bank_code, payout.account_number, payout.account_name
    ) is null)
  then
    next_gateway := choose_gateway(array(
      select g.name from unnest(p_gateways) with ordinality g (name, turn)
      where gateway_reaches(g.name, payout.bank_code) and not exists (
        select from payout_refusals r where r.payout_id = p_payout_id and r.gateway = g.name
      )
      order by g.turn
    ), payout.bank_code);
  end if;
  if next_gateway is null then
    return;
  end if;
  return query
  update payouts p
  set sent_through = next_gateway, fence = p.fence + 1, submitted_at = now(), updated_at = now(),
    next_confirmation_at = now() + interval '10 seconds'
  where p.id = p_payout_id
  returning p.*;
end
$$;
