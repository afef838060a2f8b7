import { z } from "zod";
import {
  addStatementLines,
  beginStatement,
  daysToReconcile,
  finishStatement,
  reconcileDay,
} from "../../sql/reconciliation/statements.ts";
import { gatewayNames, type GatewayName } from "../../workers/gateways/manifest/manifests.ts";
import { statementFormatsOf } from "../../workers/gateways/statement-formats.ts";
import { CliError } from "../cli/cli-error.ts";
import { oneOfFlag } from "../cli/flags.ts";
import { command, type AdminContext } from "./command.ts";
import { chooseFormat, hashFile, readStatement } from "./statements/read-statement.ts";

const gatewayFlag = oneOfFlag(gatewayNames).describe("the provider's name in LIVE_GATEWAYS");
const dayFlag = z.iso.date({ error: "must be a day, YYYY-MM-DD" });

type Import = { gateway: GatewayName; file: string; from: string; to: string };

/** Imports a file in one transaction. Returns how many of its lines are new; null if the file was imported before. */
async function importFile({ database, acting }: AdminContext, { gateway, file, from, to }: Import) {
  const fileHash = await hashFile(file);
  const format = await chooseFormat(file, statementFormatsOf(gateway));
  const [hasTransfers, hasCredits] = [format.has !== "credits", format.has !== "transfers"];
  const hasMoves = format.has === "all";
  return database.transaction(async (transaction) => {
    const statement = { gateway, fileHash, from, to, hasTransfers, hasCredits, hasMoves };
    const id = await beginStatement(transaction, statement);
    if (id === null) return null;
    for await (const lines of readStatement(file, format, { from, to }, fileHash)) {
      const number = await addStatementLines(transaction, { statementId: id, lines });
      if (number !== null) {
        const problem =
          "a line of this id was imported before, and says something else. Nothing was imported";
        throw new CliError("VALIDATION_ERROR", `line ${number}: ${problem}`);
      }
    }
    return finishStatement(transaction, { statementId: id, acting });
  });
}

export const statementCommands = {
  import: command({
    summary: "Import a provider's statement, and compare its days with the books",
    writes: true,
    flags: z.object({
      provider: gatewayFlag,
      file: z
        .string()
        .min(1, { error: "must be the path of a file" })
        .describe("the CSV file, as in docs/reconciliation.md"),
      from: dayFlag.describe("the file's first day, in Nigeria"),
      to: dayFlag.optional().describe("its last day, at most 31 days in all (default: the first)"),
    }),
    run: async (context, { provider: gateway, file, from, to = from }) => {
      const lines = await importFile(context, { gateway, file, from, to });
      // Also for a file that was imported before: that run may have stopped here.
      const days = [];
      for (const day of await daysToReconcile(context.database, gateway, from, to))
        days.push({ day, ...(await reconcileDay(context.database, { gateway, day })) });
      return { provider: gateway, from, to, newLines: lines ?? 0, importedBefore: lines === null, days };
    },
  }),
};
