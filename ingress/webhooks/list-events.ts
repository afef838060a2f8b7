import { findPage } from "../../sql/queries/pages.ts";
import { deliveryStatuses, eventJson, eventTypes } from "../../sql/webhooks/event-json.ts";
import { reference } from "../http/fields.ts";
import { anyOf } from "../http/list-query.ts";
import { listRoute } from "../http/list-route.ts";

export const listEvents = listRoute({
  path: "/v1/events",
  summary: "List events, newest first",
  scope: "events:read",
  item: eventJson,
  filters: {
    status: anyOf(deliveryStatuses),
    type: anyOf(eventTypes),
    reference: reference("evt").optional(),
  },
  find: ({ database }, caller, page) => findPage(database, "events", caller, page),
});
