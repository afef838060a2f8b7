import { z } from "zod";
import { statementJson } from "../../sql/books/statement-json.ts";
import { findStatement, readPresent } from "../../sql/books/statements.ts";
import { oneOf, pagesMerchant } from "../http/fields.ts";
import { invalid } from "../http/problems.ts";
import { route } from "../http/route.ts";
import { booksCurrency, day, daysIn, lagosDay } from "./books-fields.ts";
import { streamStatement } from "./stream-statement.ts";

const MOST_DAYS = 366;

export const getStatement = route({
  method: "get",
  path: "/v1/statements",
  summary: "Get a statement of your available money",
  scope: "books:read",
  sendsCsv: true,
  request: {
    query: z.object({
      from: day.describe("The first day, in Africa/Lagos."),
      to: day.describe("The last day, at most today and 366 days in all."),
      currency: booksCurrency.default("NGN"),
      format: oneOf(["json", "csv"])
        .default("json")
        .describe("csv: a file with every movement, the newest first, in place of the statement."),
      "x-merchant": pagesMerchant,
    }),
  },
  success: { status: 200, data: statementJson },
  handler: async ({ caller, query: { from, to, currency, format } }, context) => {
    const days = daysIn(from, to);
    if (days < 1) throw invalid({ from: "must not be after to" });
    if (days > MOST_DAYS) throw invalid({ to: `must be at most ${MOST_DAYS} days from from` });
    const { present, lastJournalId } = await readPresent(context.database, {
      tenant: caller,
      currency,
    });
    if (to > lagosDay(present)) throw invalid({ to: "must not be after today" });
    const statement = { tenant: caller, currency, from, to, present, lastJournalId };
    return format === "json"
      ? { data: await findStatement(context.database, statement) }
      : { file: await streamStatement(context, statement) };
  },
});
