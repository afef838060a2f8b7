import { z } from "zod";
import { reference } from "../fields.ts";
import { listPage } from "../list-page.ts";
import { anyOf, listQuery } from "../list-query.ts";
import { collection, collectionStatus } from "../resources/collection.ts";
import { route } from "../route.ts";

const path = "/v1/collections";

export const listCollections = route({
  method: "get",
  path,
  summary: "List collections, newest first",
  scope: "collections:read",
  paged: true,
  request: {
    query: listQuery({
      status: anyOf(collectionStatus.options),
      reference: reference("col").optional(),
    }),
  },
  response: { 200: z.array(collection) },
  errors: [],
  handler: ({ caller, query }, context) =>
    listPage(context, { path, resource: "collections", caller, query }),
});
