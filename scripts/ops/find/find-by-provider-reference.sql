-- When: a provider names incoming money by its own id.
-- Finds the credit, with or without our prefix before the id. Changes nothing.
-- Flags: --provider-reference WORD
select * from find_by_provider_reference(:providerReference);
