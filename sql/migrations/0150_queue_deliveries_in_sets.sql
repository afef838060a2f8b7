-- enqueue_deliveries_of_endpoints() asks for the jobs of all events in one query.
drop function if exists has_due_job(text, text, bigint);
