import { z } from "zod";
import { auditEntryJson } from "../../sql/audit-log/audit-entry-json.ts";
import { findAuditLogPage } from "../../sql/audit-log/audit-log.ts";
import { reference, text } from "../http/fields.ts";
import { paging } from "../http/list-query.ts";
import { readPage } from "../http/list-route.ts";
import { memberRoute } from "../http/session-route.ts";

const path = "/dashboard/api/audit-log";

export const listAuditLog = memberRoute({
  method: "get",
  path,
  summary: "List the audit log, newest first",
  permission: "own",
  paged: true,
  request: {
    query: z.object({
      ...paging,
      person: reference("per").describe("Lists what this person did.").optional(),
      key: reference("key").describe("Lists what this API key did.").optional(),
      action: text(/^[a-z][a-z -]{2,60}$/, "must be an action's name, such as member set-role").optional(),
    }),
  },
  success: { status: 200, data: z.array(auditEntryJson) },
  handler: ({ session: { merchantId }, query: { limit, cursor, ...filters } }, context) =>
    readPage(context, { merchantId }, { path, filters, limit, cursor }, (page) =>
      findAuditLogPage(context.database, merchantId, { ...page, filters }),
    ),
});
