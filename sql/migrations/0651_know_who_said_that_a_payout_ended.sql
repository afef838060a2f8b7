-- Through which gateway the claim was whose result this is: see finish_payouts().
alter type payout_end add attribute gateway text;
