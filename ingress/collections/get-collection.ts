import { collectionJson } from "../../sql/collections/collection-json.ts";
import { findByReference } from "../../sql/process/pages.ts";
import { showRoute } from "../http/show-route.ts";

export const getCollection = showRoute({
  path: "/v1/collections/:reference",
  summary: "Get a collection",
  scope: "collections:read",
  prefix: "col",
  data: collectionJson,
  find: (database, caller, reference) => findByReference(database, "collections", caller, reference),
});
