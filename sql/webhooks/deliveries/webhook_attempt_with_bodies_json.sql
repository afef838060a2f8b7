-- Returns webhook_attempt_json() with the sent body, which is the event's in every attempt and stored once, and the
-- first bytes of the response. From any partition.
create or replace function webhook_attempt_with_bodies_json(p_attempt webhook_attempts) returns json
language sql stable
return (
  select json_strip_nulls(row_to_json(shown)) from (
    select a.*, event_body(e) as "requestBody", p_attempt.response_body as "responseBody",
      p_attempt.response_cut as "responseBodyCut"
    from webhook_attempt_members(p_attempt) a, events e where e.id = p_attempt.event_id
  ) shown
);
