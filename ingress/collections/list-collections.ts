import { z } from "zod";
import { reference } from "../http/fields.ts";
import { listPage } from "../http/list-page.ts";
import { anyOf, listQuery } from "../http/list-query.ts";
import { collection, collectionStatus } from "./collection.ts";
import { route } from "../http/route.ts";

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
