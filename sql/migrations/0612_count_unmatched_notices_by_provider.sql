-- Reports that fit no payout are counted by their provider (record_provider_notice).
drop index provider_notices_unmatched;
create index provider_notices_unmatched on provider_notices (provider, id) where payout_id is null;
