import { z } from "zod";
import { listAuditLog } from "../../sql/audit-log/audit-log.ts";
import { wholeNumberFlag } from "../cli/flags.ts";
import { command } from "./command.ts";

export const actionCommands = {
  list: command({
    summary: "List operator actions, newest first",
    writes: false,
    flags: z.object({
      target: z
        .string()
        .regex(/^[\w ]{1,200}$/, "must be a reference, such as mer_...")
        .optional()
        .describe("only what was done to this: a reference, or a link's slug"),
      limit: wholeNumberFlag(1, 100, "actions")
        .default(20)
        .describe("how many at most, 1 to 100; 20 unless given"),
      before: wholeNumberFlag(1, Number.MAX_SAFE_INTEGER, "an action's id")
        .optional()
        .describe("only those before the action of this id: the last one of the page before"),
    }),
    run: async ({ database }, page) => {
      const entries = await listAuditLog(database, page);
      return {
        actions: entries.map(({ id, at, actor: operator, ...rest }) => ({ id, at, operator, ...rest })),
      };
    },
  }),
};
