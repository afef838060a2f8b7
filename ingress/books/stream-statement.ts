import { findBalanceTransactions } from "../../sql/books/balance-transactions.ts";
import { csvHeader, csvLineOf } from "../../sql/books/statement-csv.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import type { Context } from "../context.ts";
import type { SentFile } from "../http/route.ts";
import { streamCsv } from "../http/list-route.ts";
import { startOf } from "./books-fields.ts";

type Statement = { tenant: Tenant; currency: string; from: string; to: string; lastJournalId: bigint };

/** A statement's movements as a CSV file, the newest first, up to the last journal of its present. */
export function streamStatement(
  context: Context,
  { tenant, currency, from, to, lastJournalId }: Statement,
): Promise<SentFile> {
  const { database, config } = context;
  const filters = { currency, createdFrom: startOf(from), createdTo: startOf(to, 1) };
  return streamCsv(context, {
    name: `statement-${currency}-${from}-${to}`,
    header: csvHeader,
    lineOf: csvLineOf,
    start: lastJournalId + 1n,
    read: (page) => findBalanceTransactions(database, config.encryptionKeys, tenant, { ...page, filters }),
  });
}
