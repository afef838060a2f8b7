-- When: a merchant's saved payout account must no longer be paid.
-- Removes it, by its reference: npm run admin -- payout-account list shows it.
-- Flags: --merchant mer_... --environment test|live --account pac_... --reason TEXT
select refuse_unless(
  remove_payout_account(merchant_named(:merchant), :environment, :account, :acting, null) is not null,
  format('%s is no saved account of %s in %s', :account, :merchant, :environment)
) as removed;
