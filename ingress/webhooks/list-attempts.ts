import { findAttemptPage } from "../../sql/webhooks/deliveries/webhook-attempts.ts";
import { attemptJson } from "../../sql/webhooks/events/event-json.ts";
import { reference } from "../http/fields.ts";
import { listRoute } from "../http/list-route.ts";

export const listAttempts = listRoute({
  path: "/v1/events/:reference/attempts",
  summary: "List an event's delivery attempts, newest first",
  scope: "events:read",
  of: { reference: reference("evt") },
  item: attemptJson,
  filters: {},
  find: ({ database }, caller, page, { reference: event }) => findAttemptPage(database, caller, event, page),
});
