-- Each row that jobs are about keeps the trace of the request or job that wrote it (16 bytes), and its jobs name it,
-- whoever queues them: a job that is run again, or that was lost and is queued anew, belongs to the same trace.
--
-- Its file in functions/queue/ replaces this; the defaults need it before.
create function current_trace_id() returns uuid language sql stable return null::uuid;

alter table payouts add column trace_id uuid default current_trace_id();
alter table events add column trace_id uuid default current_trace_id();
alter table credits add column trace_id uuid default current_trace_id();
alter table name_enquiries add column trace_id uuid default current_trace_id();
alter table identity_records add column trace_id uuid default current_trace_id();
alter table virtual_accounts add column trace_id uuid default current_trace_id();
alter table collections add column trace_id uuid default current_trace_id();
alter table host_checks add column trace_id uuid default current_trace_id();
alter table mails add column trace_id uuid default current_trace_id();

alter type new_event add attribute trace_id uuid;

-- Their results have the trace.
drop function if exists payout_requests(jsonb);
drop function if exists rows_of_jobs(text, bigint[]);
drop function if exists claim_deliveries(bigint[], bigint, boolean, boolean);
drop function if exists start_deliveries(bigint[], bigint);
drop function if exists take_next_deliveries(bigint[], text[], integer[], bigint, boolean);
drop function if exists record_attempts(json, bigint, boolean, boolean);
