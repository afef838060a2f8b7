import { emitTestEvent } from "../../sql/webhooks/events/events.ts";
import { findByReference } from "../../sql/process/pages.ts";
import { eventJson } from "../../sql/webhooks/events/event-json.ts";
import { undeliverable } from "./undeliverable.ts";
import { createRoute } from "../http/create-route.ts";

export const sendTestEvent = createRoute({
  path: "/v1/webhook-endpoint/test",
  summary: "Send a signed test event to the endpoint",
  scope: "events:write",
  success: { status: 201, data: eventJson },
  errors: ["STATE_CONFLICT"],
  create: async ({ caller }, { database }) => {
    const { outcome, event } = await emitTestEvent(database, { tenant: caller });
    if (outcome !== "queued") throw undeliverable(outcome);
    return { resource: event.reference, data: event };
  },
  show: ({ database }, caller, created) => findByReference(database, "events", caller, created),
});
