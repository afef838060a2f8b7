import { findEventWithAttempts } from "../../sql/webhooks/events/events.ts";
import { eventWithAttemptsJson } from "../../sql/webhooks/events/event-json.ts";
import { showRoute } from "../http/show-route.ts";

export const getEvent = showRoute({
  path: "/v1/events/:reference",
  summary: "Show an event with the newest attempts to deliver it",
  scope: "events:read",
  prefix: "evt",
  data: eventWithAttemptsJson,
  find: findEventWithAttempts,
});
