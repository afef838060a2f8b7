import { z } from "zod";
import { traceparentOf } from "../../sql/process/tracing/spans.ts";
import { presentPlace, rootOf } from "../../sql/process/tracing/trace.ts";
import { webhookHeaders } from "../../sql/webhooks/deliveries/signature.ts";
import { findSentEvent } from "../../sql/webhooks/events/events.ts";
import { findSigningSecrets } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { reference } from "../http/fields.ts";
import { notFound } from "../http/problems.ts";
import { undeliverable } from "./undeliverable.ts";
import { route } from "../http/route.ts";

const signedEvent = z
  .object({
    body: z.string().describe("The exact signed bytes, as text."),
    headers: z.record(z.string(), z.string()).describe("The headers of a delivery right now."),
  })
  .meta({ id: "SignedEvent", description: "A delivery of an event, as it would be sent right now." });

/** For tools that forward events to a developer's machine, which deliveries cannot reach. */
export const signEvent = route({
  method: "post",
  path: "/v1/events/:reference/sign",
  summary: "Sign an event without sending it",
  scope: "events:write",
  repeatable: true,
  request: { params: z.object({ reference: reference("evt") }) },
  success: { status: 200, data: signedEvent },
  errors: ["NOT_FOUND", "STATE_CONFLICT"],
  handler: async ({ caller, params }, { database, config }) => {
    const event = await findSentEvent(database, caller, params.reference);
    if (event === null) throw notFound();
    const { body, traceId } = event;
    const secrets = await findSigningSecrets(database, config.encryptionKeys, caller);
    if (secrets === null) throw undeliverable("no_endpoint");
    const headers = webhookHeaders({
      id: params.reference,
      timestamp: Math.floor(Date.now() / 1000),
      body: Buffer.from(body),
      traceparent: traceparentOf(traceId === null ? presentPlace()! : rootOf(traceId)),
      ...secrets,
    });
    return { data: { body, headers } };
  },
});
