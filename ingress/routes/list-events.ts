import { z } from "zod";
import { pageQuery } from "../fields.ts";
import { listPage } from "../list-page.ts";
import { event } from "../resources/event.ts";
import { route } from "../route.ts";

const path = "/v1/events";

export const listEvents = route({
  method: "get",
  path,
  summary: "List events, newest first",
  scope: "events:read",
  paged: true,
  request: { query: pageQuery },
  response: { 200: z.array(event) },
  errors: [],
  handler: ({ caller, query }, context) => listPage(context, { path, resource: "events", caller, query }),
});
