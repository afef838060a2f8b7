import { expect } from "vitest";
import { createFundedMerchant } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { gatewayNames } from "../../workers/gateways/manifest/manifests.ts";
import { measureDatabase } from "../metrics/scrape.ts";
import { claimThrough, creditThrough, payThrough } from "./live-money.ts";

const setMinimum = (databaseUrl: string, values: Record<string, string>) =>
  runOpsScript(databaseUrl, "set-float-minimum", { ...values, reason: "ticket 12" });

test("a float and its minimum are measured, of gateways that are used or have one", async ({
  database,
  databaseUrl,
}) => {
  const tenant = await createFundedMerchant(database, 0n, "live");
  await creditThrough(database, "paystack", 5_000n, tenant);
  await payThrough(database, "paystack", tenant, "succeeded");
  await setMinimum(databaseUrl, { gateway: "paystack", minimum: "4500" });
  await setMinimum(databaseUrl, { gateway: "monnify", currency: "USD", minimum: "10" });

  const { all } = await measureDatabase(databaseUrl);
  const measured = all
    .filter(({ name }) => name.startsWith("payments_float"))
    .map(({ name, labels, value }) => `${name} ${labels["gateway"]} ${labels["currency"]} ${value}`);
  expect(measured.toSorted()).toEqual([
    "payments_float_minimum_minor_units monnify USD 10",
    "payments_float_minimum_minor_units paystack NGN 4500",
    "payments_float_minor_units monnify USD 0",
    "payments_float_minor_units paystack NGN 4000",
  ]);
});

test("operators see each float, whether it is low, and what is on its way", async ({
  database,
  databaseUrl,
}) => {
  const tenant = await createFundedMerchant(database, 0n, "live");
  await creditThrough(database, "http", 9_000n, tenant);
  await claimThrough(database, "monnify", tenant);
  await claimThrough(database, "http", tenant);
  await claimThrough(database, "http", tenant);
  expect(await setMinimum(databaseUrl, { gateway: "http", minimum: "9001" })).toEqual([
    { gateway: "http", currency: "NGN", held: 9_000, minimum: 9_001 },
  ]);
  const rows = await runOpsScript(databaseUrl, "floats");
  const unsaid = {
    reported_balance: null,
    reported_at: null,
    difference: null,
    unexplained_shortfall: null,
    polled_at: null,
    problem: null,
  };
  const none = { minimum: null, is_low: false, payouts: 0, on_its_way: 0, changed_at: null, ...unsaid };
  const known: Record<string, object> = {
    http: {
      held: 9_000,
      minimum: 9_001,
      is_low: true,
      payouts: 2,
      on_its_way: 2_000,
      changed_at: expect.anything(),
    },
    monnify: { payouts: 1, on_its_way: 1_000 },
  };
  const names = gatewayNames.toSorted();
  expect(rows).toEqual([
    ...names.map((gateway) => ({ gateway, currency: "NGN", held: 0, ...none, ...known[gateway] })),
    ...names.map((gateway) => ({ gateway, currency: "USD", held: 0, ...none })),
  ]);
});

test("a minimum is set and taken away, and refused where it is of nothing", async ({ databaseUrl }) => {
  const minimum = async () => {
    const rows = await runOpsScript(databaseUrl, "floats");
    return typeof rows === "string" ? rows : rows.find(({ gateway }) => gateway === "http")!.minimum;
  };
  await setMinimum(databaseUrl, { gateway: "http", minimum: "0" });
  expect(await minimum()).toBe(0);
  await setMinimum(databaseUrl, { gateway: "http" });
  expect(await minimum()).toBeNull();
  expect(await setMinimum(databaseUrl, { gateway: "stripe", minimum: "5" })).toBe(
    `there is no live gateway "stripe": use one of ${gatewayNames.toSorted().join(", ")}`,
  );
});
