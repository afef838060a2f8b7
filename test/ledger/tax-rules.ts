import { expect } from "vitest";
import { z } from "zod";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import type { Taxes, World } from "./ledger-world.ts";
import { historyOf, keptOf } from "./payout-rules.ts";
import { lagosDay } from "../helpers/lagos-day.ts";

/** The VAT on a live identity check, in kobo. */
export const IDENTITY_VAT = 375n;

/** The stamp duty that a payout of this much owes, unless it is exempt. */
const [DUTY, DUTY_FROM] = [5_000n, 1_000_000n];

/** By how many days books are aged when a month ends. */
export const MONTH_DAYS = 31;

const monthOf = (time: Date) => lagosDay(time).slice(0, 7);

/** The taxes in what a merchant's payouts and checks cost are those of the report, month by month. */
export async function expectTaxReport(world: World): Promise<void> {
  // What was played while a month ended is of both.
  if (monthOf(world.startedAt) !== monthOf(new Date())) return;
  const merchants = await world.database.any(sql.type(z.object({ id: z.bigint(), reference: z.string() }))`
    select id, reference from merchants
    where id = any(${sql.array(
      world.tenants.map(({ merchantId }) => merchantId),
      "int8",
    )})`);
  const reports: z.infer<typeof reportRow>[][] = [];
  for (const { id, reference } of merchants) {
    const ended = world.months.filter(({ merchantId }) => merchantId === id).map(({ taxes }) => taxes);
    const told = [...ended, taxesOfMonth(world, id)].toReversed();
    for (const [monthsAgo, taxes] of told.entries()) {
      const report = (reports[monthsAgo] ??= await readReport(world, monthsAgo));
      const sums = { ...none };
      for (const row of report.filter(({ merchant }) => merchant === reference)) {
        sums[z.enum(["vat", "stamp_duty"]).parse(row.kind)] += row.amount;
        sums.exempted += row.exempted;
      }
      expect(sums, `${monthsAgo} months ago`).toEqual(taxes);
    }
  }
}

const none: Taxes = { vat: 0n, stamp_duty: 0n, exempted: 0n };

/** The taxes of a live merchant's payouts and checks since its last month ended. */
export function taxesOfMonth({ payouts, identities, months }: World, merchantId: bigint): Taxes {
  const isTheirs = ({ tenant }: { tenant: Tenant }) =>
    tenant.merchantId === merchantId && tenant.environment === "live";
  const theirs = payouts.filter(isTheirs);
  const charged = (kind: string) => theirs.reduce((sum, payout) => sum + keptOf(payout, kind), 0n);
  const checks = identities.filter((check) => isTheirs(check) && check.responses > 0);
  const spared = theirs.filter(
    (payout) =>
      historyOf(payout).includes("succeeded") && payout.amount >= DUTY_FROM && !("stamp_duty" in payout.fees),
  );
  const all = {
    vat: charged("vat") + IDENTITY_VAT * BigInt(checks.length),
    stamp_duty: charged("stamp_duty"),
    exempted: DUTY * BigInt(spared.length),
  };
  return months
    .filter((month) => month.merchantId === merchantId)
    .reduce(
      (left, { taxes }) => ({
        vat: left.vat - taxes.vat,
        stamp_duty: left.stamp_duty - taxes.stamp_duty,
        exempted: left.exempted - taxes.exempted,
      }),
      all,
    );
}

async function readReport({ databaseUrl, startedAt }: World, monthsAgo: number) {
  const month = monthOf(new Date(startedAt.getTime() - monthsAgo * MONTH_DAYS * 86_400_000));
  return z.array(reportRow).parse(await runOpsScript(databaseUrl, "tax-report", { month: `${month}-01` }));
}

const kobo = z.int().transform(BigInt);
const reportRow = z.object({
  merchant: z.string().nullable(),
  kind: z.string(),
  amount: kobo,
  exempted: kobo,
});
