-- Returns the members of the public JSON of an attempt of any partition, without the bodies. Absent ones are null.
create or replace function webhook_attempt_members(p_attempt webhook_attempts) returns table (
  number integer, "sentAt" text, url text, "requestHeaders" json, "responseStatus" integer, "durationMs" integer,
  error text
)
language sql stable
begin atomic
  select p_attempt.number, iso_timestamp(p_attempt.sent_at), p_attempt.url, p_attempt.request_headers,
    p_attempt.response_status, p_attempt.duration_ms, p_attempt.error;
end;
