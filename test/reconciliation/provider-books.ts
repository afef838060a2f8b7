import type { ReportedCredit } from "../helpers/record-credit.ts";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { statementCommands } from "../../scripts/admin/statement.ts";
import type { Connection, Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { eventually } from "../helpers/eventually.ts";
import { startProvider } from "../gateways/http/start-provider.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { createFundedMerchant, createVirtualAccount, payIn } from "../helpers/records.ts";
import { acceptTestPayouts } from "../payouts/accept-test-payouts.ts";
import { runnableAs } from "../scripts/operator-targets.ts";

/** A line of the bank's own books, as its CSV file has it. Amounts in kobo. */
export type BookLine = {
  id: string;
  type: "transfer" | "credit" | "reversal" | "top_up" | "withdrawal";
  reference: string;
  providerId: string;
  amount: bigint;
  fee: bigint;
  currency: string;
  time: string;
};

/** What the bank has on its books, and what our side has on it besides. */
export type Books = {
  lines: BookLine[];
  /** The references of ordinary payouts, and of those that failed, were reversed or have no result. */
  payouts: Record<"succeeded" | "failed" | "reversed" | "pending", string[]>;
  /** The bank's ids of ordinary credits. */
  credits: string[];
  /** Of one that it has not confirmed yet, and of one that was sent back. */
  confirming: BookLine;
  refunded: string;
};

const HOUR_MS = 3_600_000;
/** Ten days ago in Nigeria. */
export const DAY = new Date(Date.now() + HOUR_MS - 240 * HOUR_MS).toISOString().slice(0, 10);
/** A time `days` after that day, in Nigeria. */
export const at = (clock: string, days = 0) =>
  new Date(Date.parse(`${DAY}T${clock}+01:00`) + days * 24 * HOUR_MS).toISOString();
export const dayAfter = (days: number) =>
  new Date(Date.parse(`${DAY}T12:00:00Z`) + days * 24 * HOUR_MS).toISOString().slice(0, 10);
const NOON = at("12:00:00");

export const TRANSFER_FEE = 1_050n;
/** One per cent, rounded half up. */
export const creditFee = (amount: bigint) => (amount + 50n) / 100n;
const failing = "0000000011";
const reversing = "0000000012";
const hanging = "0000000013";

/** A day of payouts and credits, made by the workers and a bank, and what the bank has of it. Ten days ago. */
export async function makeBooks(database: Database, databaseUrl: string): Promise<Books> {
  await using provider = await startProvider();
  provider.outcomes.set(failing, { status: "failed" });
  provider.outcomes.set(reversing, { status: "reversed" });
  provider.outcomes.set(hanging, { status: "pending" });
  const lines: BookLine[] = [];
  const tenants = await Promise.all([1, 2].map(() => createFundedMerchant(database, 0n, "live")));
  const [tenant] = tenants;

  let taken = 0;
  const takeIn = async (amount: bigint, reported: Partial<ReportedCredit> & { recipient?: string } = {}) => {
    const account = await createVirtualAccount(database, reported.recipient ? tenant! : tenants[0]!, amount);
    const recipient = reported.recipient ?? account.reference;
    const providerId = `in-${(taken += 1)}`;
    const line = { id: `L${taken}`, type: "credit", reference: recipient, providerId } as const;
    const money = { amount, fee: creditFee(amount), currency: "NGN", time: NOON };
    lines.push({ ...line, ...money });
    await payIn(database, recipient, amount, {
      environment: "live",
      providerReference: providerId,
      ...reported,
    });
    return lines.at(-1)!;
  };
  await takeIn(1_000_000n);
  const ordinary = [];
  for (let n = 0; n < 120; n += 1) ordinary.push((await takeIn(10_000n + BigInt(n))).providerId);
  const confirming = await takeIn(5_000n, { confirmed: false });
  lines.splice(lines.indexOf(confirming), 1);
  const unknown = await takeIn(7_000n, { recipient: "va_00000000000000000000000000" });
  await takeIn(8_000n, { recipient: "va_00000000000000000000000000" });
  const done = sql.type(z.object({}));
  await database.query(done`
    select from resolve_suspended_credit(
      (select reference from credits where provider_reference = ${unknown.providerId}), 'refund', null,
      row('Ada', null, null, 'sent back', null)::acting)`);
  lines.push({ ...unknown, id: "L-refund", type: "reversal", fee: 0n });

  const payouts = {
    succeeded: await acceptTestPayouts(database, tenant!, { count: 120 }),
    failed: await acceptTestPayouts(database, tenant!, { accountNumber: failing, count: 6 }),
    reversed: await acceptTestPayouts(database, tenant!, { accountNumber: reversing, count: 6 }),
    pending: await acceptTestPayouts(database, tenant!, { accountNumber: hanging, count: 4 }),
  };
  {
    await using _workers = await startTestWorkers(databaseUrl, provider.env);
    await eventually(async () => {
      const left = await database.oneFirst(sql.type(z.object({ n: z.number() }))`
        select count(*)::integer as n from payouts
        where status = 'pending' or (status = 'processing' and account_number <> ${hanging})`);
      if (left > 0 || provider.transfers.size < 136) throw new Error(`${left} payouts are not final`);
    }, 100_000);
  }

  let n = 0;
  for (const [reference, { status, amount }] of provider.transfers) {
    const money = { amount: BigInt(amount.value), currency: amount.currency, time: NOON };
    const line = { reference, providerId: `out-${(n += 1)}`, ...money };
    // A bank shows some of the transfers that failed as taken and given back.
    const shown = status === "failed" ? payouts.failed.indexOf(reference) < 3 : status !== "pending";
    if (shown) lines.push({ ...line, id: `T${n}`, type: "transfer", fee: TRANSFER_FEE });
    if (shown && status !== "succeeded") lines.push({ ...line, id: `R${n}`, type: "reversal", fee: 0n });
  }
  await database.query(done`
    update payouts set submitted_at = ${NOON}, updated_at = ${NOON} where environment = 'live'`);
  await database.query(done`update credits set received_at = ${NOON} where environment = 'live'`);
  return { lines, payouts, credits: ordinary, confirming, refunded: unknown.providerId };
}

export const inNaira = (kobo: bigint) => `${kobo / 100n}.${String(kobo % 100n).padStart(2, "0")}`;

export function csvOf(lines: readonly BookLine[]): string {
  const rows = lines.map(({ id, type, reference, providerId, amount, fee, currency, time }) =>
    [id, type, reference, providerId, inNaira(amount), inNaira(fee), currency, time].join(","),
  );
  return ["id,type,reference,provider_id,amount,fee,currency,time", ...rows, ""].join("\n");
}

/** Imports a file as an operator does, with what `npm run admin -- statement import` runs. */
export async function importStatement(
  database: Connection,
  csv: string,
  { provider = "http", from = dayAfter(-3), to = dayAfter(3) } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), "statement-"));
  try {
    const file = join(folder, "statement.csv");
    await writeFile(file, csv);
    const { acting, run } = statementCommands.import.prepare({ provider, file, from, to });
    return await run(runnableAs(database, { actor: "Ada", ...acting }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const difference = z.object({
  reference: z.string(),
  kind: z.string(),
  subject: z.string(),
  state: z.string(),
  ours: z.string().nullable(),
  theirs: z.string().nullable(),
});

/** The differences that are kept, by kind and subject; those that nobody has closed unless told otherwise. */
export function keptDifferences(database: Connection, states: readonly string[] = ["open", "waiting"]) {
  return database.any(sql.type(difference)`
    select reference, kind, subject, state, ours, theirs from reconciliation_differences
    where state = any (${sql.array([...states], "text")}) order by kind, subject`);
}
