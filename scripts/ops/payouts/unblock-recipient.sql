-- When: payouts may go to a recipient again that block-recipient.sql has listed.
-- Takes the entry off the list, by its number in blocked-recipients.sql. What is held because of it goes on waiting for
-- decide-held-payout.sql.
-- Flags: --environment test|live --entry NUMBER --reason TEXT
select * from unblock_recipient(:environment, :entry::bigint, :acting);
