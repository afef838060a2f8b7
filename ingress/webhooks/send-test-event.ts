import { emitTestEvent } from "../../sql/queries/events.ts";
import { eventJson } from "../../sql/webhooks/event-json.ts";
import { undeliverable } from "./undeliverable.ts";
import { route } from "../http/route.ts";

export const sendTestEvent = route({
  method: "post",
  path: "/v1/webhook-endpoint/test",
  summary: "Send the endpoint a real, signed event that reports nothing: webhook.test",
  scope: "events:write",
  request: {},
  success: { status: 201, data: eventJson },
  errors: ["STATE_CONFLICT"],
  handler: async ({ caller }, { database }) => {
    const { outcome, event } = await emitTestEvent(database, caller);
    if (outcome !== "queued") throw undeliverable(outcome);
    return { data: event };
  },
});
