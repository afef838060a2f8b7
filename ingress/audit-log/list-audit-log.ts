import { z } from "zod";
import { auditEntryJson, findAuditLogPage } from "../../sql/audit-log/audit-log.ts";
import { reference, text } from "../http/fields.ts";
import { listQuery } from "../http/list-query.ts";
import { memberRoute } from "../http/session-route.ts";

const path = "/dashboard/api/audit-log";

export const listAuditLog = memberRoute({
  method: "get",
  path,
  summary: "List the audit log, newest first",
  permission: "own",
  paged: true,
  request: {
    query: listQuery({}).extend({
      person: reference("per").describe("Lists what this person did.").optional(),
      key: reference("key").describe("Lists what this API key did.").optional(),
      action: text(/^[a-z][a-z -]{2,60}$/, "must be an action's name, such as member set-role").optional(),
    }),
  },
  success: { status: 200, data: z.array(auditEntryJson) },
  handler: async ({ session: { merchantId }, query }, { database, cursors }) => {
    const { limit, cursor, person, key, action, createdFrom, createdTo } = query;
    const filters = { person, key, action, createdFrom, createdTo };
    const list = { path, merchantId, filters };
    const after = cursor === undefined ? null : cursors.decrypt(cursor, list);
    const { items, next } = await findAuditLogPage(database, merchantId, { limit, after, filters });
    if (next === null) return { data: items, meta: { hasMore: false } };
    return { data: items, meta: { nextCursor: cursors.encrypt(next, list), hasMore: true } };
  },
});
