import { expect } from "vitest";
import { z } from "zod";
import { sql } from "../../sql/process/sql-tag.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import type { World } from "./ledger-world.ts";
import { historyOf, keptOf } from "./payout-rules.ts";

/** The VAT on a live identity check, in kobo. */
export const IDENTITY_VAT = 375n;

/** The stamp duty that a payout of this much owes, unless it is exempt. */
const [DUTY, DUTY_FROM] = [5_000n, 1_000_000n];

/** The taxes in what a merchant's payouts and checks cost are those of the report, which all fall in its months. */
export async function expectTaxReport(world: World): Promise<void> {
  const live = world.tenants.filter(({ environment }) => environment === "live");
  for (const { merchantId } of live) {
    const merchant = await world.database.oneFirst(sql.type(z.object({ reference: z.string() }))`
      select reference from merchants where id = ${merchantId}`);
    const payouts = world.payouts.filter(
      ({ tenant }) => tenant.merchantId === merchantId && tenant.environment === "live",
    );
    const checks = world.identities.filter(
      ({ tenant, responses }) =>
        tenant.merchantId === merchantId && tenant.environment === "live" && responses > 0,
    );
    const charged = (kind: string) => payouts.reduce((sum, payout) => sum + keptOf(payout, kind), 0n);
    const spared = payouts.filter(
      (payout) =>
        historyOf(payout).includes("succeeded") &&
        payout.amount >= DUTY_FROM &&
        !("stamp_duty" in payout.fees),
    );
    const report = await reportOf(world, merchant);
    expect(report).toEqual({
      vat: charged("vat") + IDENTITY_VAT * BigInt(checks.length),
      stamp_duty: charged("stamp_duty"),
      exempted: DUTY * BigInt(spared.length),
    });
  }
}

/** A merchant's taxes in the report of the month, or of both if one ended meanwhile. */
async function reportOf({ databaseUrl, startedAt }: World, merchant: string) {
  const months = new Set([startedAt, new Date()].map((time) => lagosDay(time).slice(0, 7)));
  const sums = { vat: 0n, stamp_duty: 0n, exempted: 0n };
  for (const month of months) {
    const rows = await runOpsScript(databaseUrl, "tax-report", { month: `${month}-01` });
    for (const row of z
      .array(reportRow)
      .parse(rows)
      .filter((one) => one.merchant === merchant)) {
      sums[z.enum(["vat", "stamp_duty"]).parse(row.kind)] += row.amount;
      sums.exempted += row.exempted;
    }
  }
  return sums;
}

const kobo = z.int().transform(BigInt);
const reportRow = z.object({
  merchant: z.string().nullable(),
  kind: z.string(),
  amount: kobo,
  exempted: kobo,
});

const lagosDay = (time: Date) => new Date(time.getTime() + 3_600_000).toISOString();
