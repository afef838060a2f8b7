-- When: an origin must no longer embed a merchant's checkout.
-- Removes it; origins lists them.
-- Flags: --merchant mer_... --origin WORD --reason TEXT
select refuse_unless(
  remove_merchant_origin(merchant_named(:merchant), lower(:origin), :acting),
  format('%s has no origin %s: npm run ops -- origins lists them', :merchant, lower(:origin))
) as removed;
