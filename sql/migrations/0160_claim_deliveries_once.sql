-- start_deliveries() leaves the choice of events to its callers, and take_next_deliveries() takes events of both
-- environments; record_attempts() queues what they do not take.
drop function if exists start_deliveries(bigint[], bigint, boolean);
drop function if exists take_next_deliveries(bigint[], text, bigint[], bigint[], bigint, boolean);
-- It may be told how many events of an endpoint to queue.
drop function if exists enqueue_deliveries_of_endpoints(bigint[], text);
