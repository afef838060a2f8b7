-- When: a merchant's checkout does not open on its pages.
-- Lists the origins that may embed it. Changes nothing.
-- Flags: --merchant mer_...
select origin from merchant_origins where merchant_id = merchant_named(:merchant) order by origin;
