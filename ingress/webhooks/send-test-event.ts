import { emitTestEvent } from "../../sql/queries/events.ts";
import { requireDelivery } from "./require-delivery.ts";
import { event } from "./event.ts";
import { route } from "../http/route.ts";

export const sendTestEvent = route({
  method: "post",
  path: "/v1/webhook-endpoint/test",
  summary: "Send the endpoint a real, signed event that reports nothing: webhook.test",
  scope: "events:write",
  request: {},
  response: { 201: event },
  errors: ["STATE_CONFLICT"],
  handler: async ({ caller }, { database }) => {
    const { outcome, event } = await emitTestEvent(database, caller);
    requireDelivery(outcome);
    return { data: event };
  },
});
