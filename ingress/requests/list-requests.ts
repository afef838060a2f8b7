import { z } from "zod";
import { findRequests } from "../../sql/requests/request-log.ts";
import { loggedRequestJson } from "../../sql/requests/logged-request-json.ts";
import { oneOf, text } from "../http/fields.ts";
import { readPage } from "../http/list-route.ts";
import { paging } from "../http/list-query.ts";
import { problemStatuses, type ProblemCode } from "../http/problems.ts";
import { route } from "../http/route.ts";
import { requestId } from "./request-id-field.ts";

const path = "/v1/requests";
const errorCodes = Object.keys(problemStatuses) as [ProblemCode, ...ProblemCode[]];

export const listRequests = route({
  method: "get",
  path,
  summary: "List requests of the last 30 days, newest first",
  // Events tell more.
  scope: "events:read",
  paged: true,
  request: {
    query: z.object({
      ...paging,
      method: oneOf(["GET", "POST", "PUT", "PATCH"]).optional(),
      statusClass: oneOf(["2xx", "3xx", "4xx", "5xx"]).optional(),
      path: text(/^\/[\w/:.@-]{1,200}$/, "must be a documented path, such as /v1/payouts/:reference")
        .describe("The documented path: /v1/payouts/:reference.")
        .optional(),
      errorCode: oneOf(errorCodes).optional(),
      requestId: requestId.optional(),
    }),
  },
  success: { status: 200, data: z.array(loggedRequestJson) },
  handler: ({ caller, query: { limit, cursor, ...filters } }, context) =>
    readPage(context, caller, { path, filters, limit, cursor }, (page) => {
      const { statusClass, ...others } = filters;
      const digit = statusClass === undefined ? undefined : Number(statusClass[0]);
      return findRequests(context.database, caller, { ...page, filters: { ...others, statusClass: digit } });
    }),
});
