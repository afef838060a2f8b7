-- cancel_payout() does this from now on: what waits for a person is found by an index of open holds alone.
delete from payout_holds h using payouts p where p.id = h.payout_id and h.decision is null and p.status = 'canceled';
