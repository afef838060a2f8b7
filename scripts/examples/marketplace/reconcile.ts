import { format, type Money, type Schemas, type Service } from "../../../sdk/node/index.ts";
import { kobo, sum, type Line, type Tables } from "./tables.ts";

type Statement = Schemas["Statement"];

/** Where the books stood when this program began: what was before is not in its tables. */
export type Opening = { sequence: number; statement: Statement };

export async function openBooks(service: Service): Promise<Opening> {
  const { data } = await service.balanceTransactions.list({ currency: "NGN", limit: 1 }).page();
  const day = await today(service);
  const statement = await service.statements.get({ from: day, to: day });
  return { sequence: data[0]?.sequence ?? 0, statement };
}

/** The statement's kinds of our tables' rows. */
const kindsOf: Record<string, string[]> = {
  Orders: ["collection", "unmatched_accepted"],
  Refunds: ["refund", "refund_failed", "refund_reversed"],
  "Returned credits": ["unmatched_returned"],
  Paydays: ["payout_batch"],
  "Returned payouts": ["payout_failed", "payout_reversed"],
};

/**
 * Compares our tables with the statement and its movements, and prints their sums. Returns the rows that differ: none
 * if the books agree to the kobo.
 */
export async function reconcile(service: Service, tables: Tables, opening: Opening): Promise<string[]> {
  const { sequence: last, statement: before } = opening;
  const statement = await service.statements.get({ from: before.from, to: await today(service) });
  const movements: Schemas["BalanceTransaction"][] = [];
  for await (const movement of service.balanceTransactions.list({ currency: "NGN", limit: 100 })) {
    if (movement.sequence <= last) break;
    movements.push(movement);
  }
  const differences: string[] = [];
  const compare = (what: string, ours: number, theirs: number) => {
    if (ours !== theirs)
      differences.push(`${what}: ${naira(ours)} in our tables, ${naira(theirs)} in the service's books`);
  };

  // Is every movement here? They are numbered without a gap, and the statement has their count and sum.
  const count = statement.total.count - before.total.count;
  const change = statement.closing.available.value - before.closing.available.value;
  const hasGap = movements.some(({ sequence }, n) => sequence !== last + count - n);
  if (movements.length !== count || hasGap || theirNet(movements) !== change)
    differences.push(`The statement has ${count} movements of ${naira(change)}, and others are listed.`);

  // Does each row of ours have its movements, and each movement its row?
  const lines = [...tables.lines()];
  const bySource = Map.groupBy(movements, ({ source }) => source);
  for (const { table, id, source = "", net } of lines) {
    compare(`${table}, ${id} (${source})`, net, theirNet(bySource.get(source) ?? []));
    bySource.delete(source);
  }
  for (const [source, unknown] of bySource) compare(`Nothing of ours (${source})`, 0, theirNet(unknown));

  // Do we know whose the money is?
  const [owed, earned] = [tables.owedToSellers(), tables.earned()];
  if (owed + earned !== ourNet(lines))
    differences.push(`${naira(ourNet(lines))} moved, and ${naira(owed + earned)} is the sellers' and ours`);

  const row = (name: string, ...columns: string[]) =>
    console.log(name.padEnd(24) + columns.map((text) => text.padStart(18)).join(""));
  row("", "Our tables", "Statement");
  for (const [table, kinds] of Object.entries(kindsOf)) {
    const ofKinds = (of: Statement) => theirNet(of.movements.filter(({ kind }) => kinds.includes(kind)));
    const ours = ourNet(lines.filter((line) => line.table === table));
    row(table, naira(ours), naira(ofKinds(statement) - ofKinds(before)));
  }
  row("In all", naira(ourNet(lines)), naira(change));
  row("Owed to sellers", naira(owed));
  row("Ours", naira(earned));
  return differences;
}

const ourNet = (lines: Line[]) => sum(lines.map(({ net }) => net));
const theirNet = (movements: { net: Money }[]) => sum(movements.map(({ net }) => net.value));
const naira = (value: number) => format(kobo(value));

/** The day in Lagos, an hour ahead of UTC all year, by the sandbox's clock. */
async function today(service: Service): Promise<string> {
  const { now } = await service.sandbox.clock.get();
  return new Date(Date.parse(now) + 3_600_000).toISOString().slice(0, 10);
}
