-- Owners read in the audit log which API key made a change. An operator has no address, a person has an id: an actor
-- with an address and without an id is a key, by its reference. What operators are called stays out of this column,
-- which ingress may read.
alter table audit_log add column key_reference text generated always as (
  case when person_id is null and address is not null and actor like 'key\_%' then actor end
) stored;

-- It takes p_acting: a payout that a person cancels is in the audit log.
drop function if exists cancel_payout(bigint, text, text);
