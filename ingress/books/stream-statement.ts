import { findBalanceTransactions } from "../../sql/books/balance-transactions.ts";
import { csvHeader, csvLineOf } from "../../sql/books/statement-csv.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import type { Context } from "../context.ts";
import type { SentFile } from "../http/route.ts";
import { startOf } from "./books-fields.ts";

/** So many lines are in memory at a time: few enough for the time that a read has, also on a busy machine. */
const PAGE = 250;

type Statement = { tenant: Tenant; currency: string; from: string; to: string; lastJournalId: bigint };

/**
 * A statement's movements as a CSV file, the newest first, up to the last journal of its present. The first page is
 * read before anything is sent, so that a refusal is still a response; the caller's rights are checked before each
 * other one.
 */
export async function streamStatement(
  { database, config, requireRights }: Context,
  { tenant, currency, from, to, lastJournalId }: Statement,
): Promise<SentFile> {
  const filters = { currency, createdFrom: startOf(from), createdTo: startOf(to, 1) };
  const readBefore = (id: bigint) =>
    findBalanceTransactions(database, config.encryptionKeys, tenant, {
      limit: PAGE,
      after: { createdAt: "", id },
      filters,
    });
  let page = await readBefore(lastJournalId + 1n);
  async function* lines() {
    yield csvHeader;
    for (;;) {
      yield page.items.map(csvLineOf).join("");
      if (page.next === null) return;
      await requireRights();
      page = await readBefore(page.next.id);
    }
  }
  return {
    name: `statement-${currency}-${from}-${to}.csv`,
    mediaType: "text/csv; charset=utf-8",
    content: lines(),
  };
}
