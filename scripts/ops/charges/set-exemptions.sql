-- When: a merchant gives payouts a purpose that isn't true, or has shown that its purposes are.
-- Withdraws its exemptions (--allowed no), so that its salaries owe stamp duty like other payouts; or gives them back.
-- Flags: --merchant mer_... --allowed yes|no --reason TEXT
select set_exemptions(merchant_named(:merchant), :allowed = 'yes', :acting);
