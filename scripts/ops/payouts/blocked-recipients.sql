-- When: a payout is refused with DESTINATION_BLOCKED, or held.
-- Lists the blocked recipients, the latest 10,000. Changes nothing.
select d.id as entry, d.environment, recipient_named(d) as recipient, d.listed_at
from blocked_recipients d
order by d.id desc
limit 10000;
