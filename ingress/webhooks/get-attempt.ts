import { z } from "zod";
import { findAttempt } from "../../sql/webhooks/deliveries/webhook-attempts.ts";
import { attemptWithBodiesJson } from "../../sql/webhooks/events/event-json.ts";
import { reference, text } from "../http/fields.ts";
import { notFound } from "../http/problems.ts";
import { route } from "../http/route.ts";

export const getAttempt = route({
  method: "get",
  path: "/v1/events/:reference/attempts/:number",
  summary: "Get a delivery attempt with its request and response",
  scope: "events:read",
  request: {
    params: z.object({
      reference: reference("evt"),
      number: text(/^[1-9]\d{0,2}$/, "must be the number of an attempt").transform(Number),
    }),
  },
  success: { status: 200, data: attemptWithBodiesJson },
  errors: ["NOT_FOUND"],
  handler: async ({ caller, params }, { database }) => {
    const found = await findAttempt(database, caller, params.reference, params.number);
    if (found === null) throw notFound();
    return { data: found };
  },
});
