import { z } from "zod";
import { environmentJson, timestampJson } from "../formats/public-json.ts";

/** A request of the log as the dashboard shows it; made by SQL's logged_request_json. */
export const loggedRequestJson = z
  .object({
    requestId: z.string().describe("The response's x-request-id."),
    method: z.string(),
    path: z.string().describe("As it is documented, without the caller's values: /v1/payouts/:reference."),
    status: z.int().describe("499: the caller was gone before the response was complete."),
    errorCode: z.string().optional(),
    ignoredFields: z
      .array(z.string())
      .describe(
        "What the endpoint did not know of the body, as JSON pointers: the response's Ignored-Fields.",
      )
      .optional(),
    durationMs: z.int(),
    caller: z.string().describe("The reference of the key, or of the person."),
    lastFour: z.string().describe("How the key's secret ends.").optional(),
    environment: environmentJson,
    createdAt: timestampJson,
  })
  .meta({ id: "LoggedRequest", description: "A request that came with a key, or a change by a person." });

export type LoggedRequestJson = z.output<typeof loggedRequestJson>;
