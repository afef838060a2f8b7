import { expect } from "vitest";
import { z } from "zod";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import type { World } from "./ledger-world.ts";
import { historyOf, keptOf } from "./payout-rules.ts";
import { lagosDay } from "../helpers/lagos-day.ts";

/** The VAT on a live identity check, in kobo. */
export const IDENTITY_VAT = 375n;

/** The stamp duty that a payout of this much owes, unless it is exempt. */
const [DUTY, DUTY_FROM] = [5_000n, 1_000_000n];

/** The taxes in what a merchant's payouts and checks cost are those of the report, which all fall in its months. */
export async function expectTaxReport(world: World): Promise<void> {
  const live = world.tenants.filter(({ environment }) => environment === "live");
  const merchants = await world.database.any(sql.type(z.object({ id: z.bigint(), reference: z.string() }))`
    select id, reference from merchants
    where id = any(${sql.array(
      live.map(({ merchantId }) => merchantId),
      "int8",
    )})`);
  const report = await readReport(world);
  for (const { id, reference } of merchants) {
    const isTheirs = ({ tenant }: { tenant: Tenant }) =>
      tenant.merchantId === id && tenant.environment === "live";
    const payouts = world.payouts.filter(isTheirs);
    const charged = (kind: string) => payouts.reduce((sum, payout) => sum + keptOf(payout, kind), 0n);
    const checks = world.identities.filter((check) => isTheirs(check) && check.responses > 0);
    const spared = payouts.filter(
      (payout) =>
        historyOf(payout).includes("succeeded") &&
        payout.amount >= DUTY_FROM &&
        !("stamp_duty" in payout.fees),
    );
    const sums = { vat: 0n, stamp_duty: 0n, exempted: 0n };
    for (const row of report.filter(({ merchant }) => merchant === reference)) {
      sums[z.enum(["vat", "stamp_duty"]).parse(row.kind)] += row.amount;
      sums.exempted += row.exempted;
    }
    expect(sums).toEqual({
      vat: charged("vat") + IDENTITY_VAT * BigInt(checks.length),
      stamp_duty: charged("stamp_duty"),
      exempted: DUTY * BigInt(spared.length),
    });
  }
}

/** The report of the month, and of the one before if that ended meanwhile. */
async function readReport({ databaseUrl, startedAt }: World) {
  const months = new Set([startedAt, new Date()].map((time) => lagosDay(time).slice(0, 7)));
  const reports = [...months].map((month) =>
    runOpsScript(databaseUrl, "tax-report", { month: `${month}-01` }),
  );
  return z.array(reportRow).parse((await Promise.all(reports)).flat());
}

const kobo = z.int().transform(BigInt);
const reportRow = z.object({
  merchant: z.string().nullable(),
  kind: z.string(),
  amount: kobo,
  exempted: kobo,
});
