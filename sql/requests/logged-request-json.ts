import { z } from "zod";
import { environmentJson, timestampJson } from "../formats/public-json.ts";

/** A request of the log as the dashboard shows it; made by SQL's logged_request_json. */
export const loggedRequestJson = z
  .object({
    requestId: z.string().describe("The x-request-id of the response."),
    method: z.string(),
    path: z.string().describe("The documented path, without values: /v1/payouts/:reference."),
    status: z.int().describe("499: the client disconnected before the response was complete."),
    errorCode: z.string().optional(),
    ignoredFields: z
      .array(z.string())
      .describe("Unknown fields in the body, as JSON pointers: the response's Ignored-Fields header.")
      .optional(),
    durationMs: z.int(),
    caller: z.string().describe("The reference of the key, or of the person."),
    lastFour: z.string().describe("The end of the key's secret.").optional(),
    environment: environmentJson,
    createdAt: timestampJson,
  })
  .meta({ id: "LoggedRequest", description: "An API request, or a change made in the dashboard." });

export type LoggedRequestJson = z.output<typeof loggedRequestJson>;
