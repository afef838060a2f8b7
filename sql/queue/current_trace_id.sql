-- Returns the trace in which the statement of the caller runs: processes write it behind the text of a statement, as a
-- comment that has the form of SQLCommenter and of W3C Trace Context (sql/process/tracing/trace.ts). Null where there
-- is none.
create or replace function current_trace_id() returns uuid
language sql stable
return substring(
  right(current_query(), 73) from '^/\*traceparent=''00-([0-9a-f]{32})-[0-9a-f]{16}-0[01]''\*/$'
)::uuid;
