-- When: the log says NOTICE_UNMATCHED, which it does of references that have the form of ours.
-- Lists what a provider reported of transfers, by itself, that fits no payout of ours, newest first. Nothing was done
-- because of it.
-- Changes nothing. Look at its reference at the provider: somebody may use the same account for something else.
select n.received_at, n.provider, n.event, n.reference
from provider_notices n
where n.payout_id is null
order by n.id desc
limit 100;
