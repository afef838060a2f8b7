import { z } from "zod";
import { reference } from "../http/fields.ts";
import { collection } from "./collection.ts";
import { route } from "../http/route.ts";
import { showResource } from "../http/show-resource.ts";

export const getCollection = route({
  method: "get",
  path: "/v1/collections/:reference",
  summary: "Show a collection",
  scope: "collections:read",
  request: { params: z.object({ reference: reference("col") }) },
  response: { 200: collection },
  errors: ["NOT_FOUND"],
  handler: ({ caller, params }, context) =>
    showResource(context, { resource: "collections", caller, reference: params.reference }),
});
