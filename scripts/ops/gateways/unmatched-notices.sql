-- When: the log says NOTICE_UNMATCHED, which it does for references in our format.
-- Lists notices about transfers that match no payout of ours, newest first. They had no effect.
-- Changes nothing. Look up the reference at the provider: someone may use the same account for something else.
select n.received_at, n.gateway, n.event, n.reference
from provider_notices n
where n.payout_id is null
order by n.id desc
limit 100;
