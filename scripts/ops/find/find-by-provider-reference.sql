-- When: a provider names incoming money by its own id.
-- Finds the credit. Changes nothing.
-- Flags: --provider-reference WORD
select * from find_by_provider_reference(:providerReference);
