import { z } from "zod";
import { reference } from "../http/fields.ts";
import { listPage } from "../http/list-page.ts";
import { anyOf, listQuery } from "../http/list-query.ts";
import { deliveryStatus, event, eventType } from "./event.ts";
import { route } from "../http/route.ts";

const path = "/v1/events";

export const listEvents = route({
  method: "get",
  path,
  summary: "List events, newest first",
  scope: "events:read",
  paged: true,
  request: {
    query: listQuery({
      status: anyOf(deliveryStatus.options),
      type: anyOf(eventType.options),
      reference: reference("evt").optional(),
    }),
  },
  response: { 200: z.array(event) },
  errors: [],
  handler: ({ caller, query }, context) => listPage(context, { path, resource: "events", caller, query }),
});
