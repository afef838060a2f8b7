import { findEventWithAttempts } from "../../sql/webhooks/events/events.ts";
import { eventWithAttemptsJson } from "../../sql/webhooks/events/event-json.ts";
import { showRoute } from "../http/show-route.ts";

export const getEvent = showRoute({
  path: "/v1/events/:reference",
  summary: "Get an event with its newest delivery attempts",
  scope: "events:read",
  prefix: "evt",
  data: eventWithAttemptsJson,
  find: findEventWithAttempts,
});
