-- Records a provider's notice about a transfer, under a reference, once per event. A notice about a live payout that
-- was sent, and not through another provider, triggers a poll: the sweep queues it, and the provider's answer decides.
-- The answer to a poll in progress no longer counts: it may be older. A success from a gateway that had refused the
-- payout, or had been unreachable for it, marks it for review: it may be paid twice. Any other notice is kept for
-- operators, up to ten thousand per provider, so that a provider whose notices can be forged takes no room from others.
--
-- p_event: transfer.success, transfer.failed or transfer.reversed. Returns 'planned' if a poll is,
-- 'accepted_despite_refusal', 'unmatched', 'repeated', or 'full' if an unmatched one was not kept. Moves no money.
-- Locks the payout.
create or replace function record_provider_notice(p_gateway text, p_event text, p_reference text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  most_unmatched constant integer := 10000;
  payout payouts;
begin
  select * into payout from payouts p
  where p.reference = p_reference and p.environment = 'live' and p.submitted_at is not null
    and (
      coalesce(p.sent_through, p_gateway) = p_gateway
      or p_event = 'transfer.success' and exists (
        select from payout_refusals r where r.payout_id = p.id and r.gateway = p_gateway
      )
    )
  for update;
  if payout.id is null and (
    select count(*) >= most_unmatched
    from (
      select from provider_notices n where n.gateway = p_gateway and n.payout_id is null limit most_unmatched
    ) kept
  ) then
    return 'full';
  end if;

  insert into provider_notices (gateway, event, reference, payout_id)
  values (p_gateway, p_event, p_reference, payout.id)
  on conflict on constraint provider_notice_is_kept_once do nothing;
  if not found then
    return 'repeated';
  elsif payout.id is null then
    return 'unmatched';
  end if;
  if payout.sent_through <> p_gateway then
    update payouts p set needs_review = true, duplicate_gateway = p_gateway, fence = p.fence + 1, unsent_since = null,
      refused_for = null
    where p.id = payout.id;
    return 'accepted_despite_refusal';
  end if;
  update payouts p
  set next_confirmation_at = now(), fence = p.fence + 1, not_found_since = null, unsent_since = null,
    refused_for = null,
    needs_review = p.needs_review
      and (p.status <> 'processing' or coalesce(p.duplicate_gateway, p.contradicted_by) is not null)
  where p.id = payout.id;
  return 'planned';
end
$$;
