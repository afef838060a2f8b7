import { z } from "zod";
import { replayEvent as replay } from "../../sql/webhooks/events/events.ts";
import { eventJson } from "../../sql/webhooks/events/event-json.ts";
import { reference } from "../http/fields.ts";
import { undeliverable } from "./undeliverable.ts";
import { route } from "../http/route.ts";

export const replayEvent = route({
  method: "post",
  path: "/v1/events/:reference/replay",
  summary: "Replay an event: the same bytes with a new signature",
  scope: "events:write",
  request: { params: z.object({ reference: reference("evt") }) },
  success: { status: 200, data: eventJson },
  errors: ["NOT_FOUND", "STATE_CONFLICT"],
  handler: async ({ caller, params }, { database }) => {
    const { outcome, event } = await replay(database, { tenant: caller, reference: params.reference });
    if (outcome !== "queued") throw undeliverable(outcome);
    return { data: event };
  },
});
