-- Returns event_json() with the newest ten attempts to deliver the event, newest first, without bodies.
create or replace function event_with_attempts_json(p_event events) returns json
language sql stable
return (
  select row_to_json(shown) from (
    select e.*, (
      select coalesce(json_agg(webhook_attempt_json(a) order by a.number desc), '[]')
      from (
        select * from webhook_attempts a where a.event_id = p_event.id order by a.number desc limit 10
      ) a
    ) as attempts
    from event_members(p_event) e
  ) shown
);
