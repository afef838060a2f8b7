-- When: money waits that belongs to no payment.
-- Lists the oldest money in suspense, and what can be done about each: resolve-suspense.sql gives it to its merchant,
-- or books that it was sent back. Changes nothing.
select * from list_suspense();
