import { collectionJson, collectionStatuses } from "../../sql/collections/collection-json.ts";
import { findPage } from "../../sql/process/pages.ts";
import { reference } from "../http/fields.ts";
import { anyOf } from "../http/list-query.ts";
import { byMerchantReference } from "../http/own-fields/own-fields.ts";
import { listRoute } from "../http/list-route.ts";
import { slug } from "../payment-links/slug.ts";

export const listCollections = listRoute({
  path: "/v1/collections",
  summary: "List collections, newest first",
  scope: "collections:read",
  item: collectionJson,
  filters: {
    status: anyOf(collectionStatuses),
    reference: reference("col").optional(),
    ...byMerchantReference,
    slug: slug.describe("Lists collections started from this payment link.").optional(),
  },
  find: ({ database }, caller, page) => findPage(database, "collections", caller, page),
});
