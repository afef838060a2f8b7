-- When: incoming money belongs to no payment.
-- Lists the oldest money in suspense, with what can be done: resolve-suspense releases it to its merchant, or books
-- that it was sent back. Changes nothing.
select * from list_suspense();
