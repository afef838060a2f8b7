import { z } from "zod";
import { reference } from "../fields.ts";
import { collection } from "../resources/collection.ts";
import { route } from "../route.ts";
import { showOne } from "../show-one.ts";

export const getCollection = route({
  method: "get",
  path: "/v1/collections/:reference",
  summary: "Show a collection",
  scope: "collections:read",
  request: { params: z.object({ reference: reference("col") }) },
  response: { 200: collection },
  errors: ["NOT_FOUND"],
  handler: ({ caller, params }, context) =>
    showOne(context, { resource: "collections", caller, reference: params.reference }),
});
