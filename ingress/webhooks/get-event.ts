import { z } from "zod";
import { findEventWithAttempts } from "../../sql/queries/events.ts";
import { reference } from "../http/fields.ts";
import { notFound } from "../http/problems.ts";
import { eventWithAttempts } from "./event.ts";
import { route } from "../http/route.ts";

export const getEvent = route({
  method: "get",
  path: "/v1/events/:reference",
  summary: "Show an event with every attempt at delivering it",
  scope: "events:read",
  request: { params: z.object({ reference: reference("evt") }) },
  response: { 200: eventWithAttempts },
  errors: ["NOT_FOUND"],
  handler: async ({ caller, params }, { database }) => {
    const data = await findEventWithAttempts(database, caller, params.reference);
    if (data === null) throw notFound();
    return { data };
  },
});
