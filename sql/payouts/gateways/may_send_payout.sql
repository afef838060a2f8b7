-- Whether a claimed payout may be sent: it has a recipient (hold_after_restore), no operator has stopped payouts like
-- it (freeze_payouts) or blocked the recipient (block_recipient), unless a person released this one, and no other
-- gateway reports that it has paid it (duplicate_gateway). Whether its gateway is frozen is checked by
-- choose_gateway(). Whoever claims a payout to send it holds the advisory lock of payout_freezes, and its row, so that
-- later writes come after it.
create or replace function may_send_payout(p_payout payouts) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select p_payout.duplicate_gateway is null and p_payout.bank_code is not null
    and not payout_is_frozen(p_payout.environment, p_payout.merchant_id, p_payout.bank_code)
    and coalesce(
      (select h.decision = 'release' from payout_holds h where h.payout_id = p_payout.id and h.decision is not null),
      not exists (select from payout_holds h where h.payout_id = p_payout.id) and blocked_recipient(
        p_payout.environment, p_payout.bank_code, p_payout.account_number, p_payout.account_name
      ) is null
    );
$$;
