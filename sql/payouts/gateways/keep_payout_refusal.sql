-- Records why the gateway of a payout did not send it, once for each gateway. p_reason: no_float, bank_unreachable or
-- unavailable; null: it was not called, so there is nothing to record. p_never_left: because it was unreachable. A
-- refusal of a request that the gateway got is never overwritten.
create or replace function keep_payout_refusal(p_payout payouts, p_reason text, p_never_left boolean) returns void
language sql volatile set search_path = public, pg_temp as $$
  insert into payout_refusals as kept (payout_id, gateway, reason, never_left)
  select p_payout.id, p_payout.sent_through, p_reason, p_never_left
  where p_reason is not null
  on conflict on constraint payout_refusal_is_kept_once do update
  set reason = excluded.reason, refused_at = now(), never_left = false
  where kept.never_left and not excluded.never_left;
$$;
