-- When: an origin must not embed a merchant's checkout any more.
-- Takes it away, as origins.sql lists it.
-- Flags: --merchant mer_... --origin WORD --reason TEXT
select refuse_unless(
  remove_merchant_origin(merchant_named(:merchant), lower(:origin), :acting),
  format('%s has no origin %s: npm run ops -- origins lists them', :merchant, lower(:origin))
) as removed;
