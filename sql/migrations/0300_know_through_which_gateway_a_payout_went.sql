-- The live gateway that the claim was for: http or paystack. Another one knows nothing of the payout, so it is not
-- asked, and never sends it again. Null: a test payout, no live gateway was set, or claimed before this column was
-- there, when http was the only one.
alter table payouts add column sent_through text;
drop function if exists claim_payouts(bigint[], boolean);
