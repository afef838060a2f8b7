import { describe, expect } from "vitest";
import { findBalanceDays, sumBalanceDays } from "../../sql/books/balance-days.ts";
import { findBalanceTransactions } from "../../sql/books/balance-transactions.ts";
import { advanceTestClock } from "../../sql/clock/test-clock.ts";
import { createMember } from "../helpers/create-member.ts";
import { createPerson } from "../helpers/create-person.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { createPayout, fund, resolveDestination } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { lagosDay } from "../helpers/lagos-day.ts";

const money = (value: number) => ({ value, currency: "NGN" });

describe("the days on which a balance moved", () => {
  test("are sums of its movements, by kind or of all, and no other merchant's", async ({
    database,
    ingress,
  }) => {
    const { tenant } = await createMember(database, { available: 500_000n });
    const { merchantId } = tenant;
    // Sums are made in between: before them days are stored, after them they are read from the entries.
    for (let n = 0; n < 5; n += 1) {
      await resolveDestination(database, tenant);
      await createPayout(database, tenant, { amount: 10_000n });
      await fund(database, tenant, 300n);
      if (n === 2) expect(await sumBalanceDays(database)).toBeGreaterThan(0);
      await advanceTestClock(database, { merchantId, minutes: 17 * 60 });
    }
    const { items } = await findBalanceTransactions(database, testEncryptionKeys, tenant, {
      limit: 100,
      after: null,
    });
    const [from, to] = [lagosDay(items.at(-1)!.createdAt), lagosDay(items[0]!.createdAt)];
    expect(from < to).toBe(true);
    const expected = (kind: string | null) =>
      [
        ...Map.groupBy(
          items.filter((item) => kind === null || item.kind === kind),
          (item) => lagosDay(item.createdAt),
        ),
      ].map(([day, of]) => ({
        day,
        count: of.length,
        net: money(of.reduce((sum, { net }) => sum + net.value, 0)),
      }));
    const asked = { tenant, from, to, currency: null };
    expect(await findBalanceDays(database, { ...asked, kind: null })).toEqual(expected(null));
    expect(await findBalanceDays(database, { ...asked, kind: "payout" })).toEqual(expected("payout"));
    expect(await findBalanceDays(database, { ...asked, kind: null, from: to })).toEqual(
      expected(null).slice(0, 1),
    );
    expect(await findBalanceDays(database, { ...asked, kind: null, to: from })).toEqual(
      expected(null).slice(-1),
    );
    expect(await findBalanceDays(database, { ...asked, kind: null, currency: "USD" })).toEqual([]);

    const path = (environment: string) => `/dashboard/api/${environment}/balance-days?from=${from}&to=${to}`;
    const viewer = await createPerson(database, [[merchantId, "viewer"]]);
    const stranger = await createPerson(database, [
      [(await createMember(database)).tenant.merchantId, "owner"],
    ]);
    expect((await ingress.call("GET", path("test"), viewer)).data).toEqual(expected(null));
    expect((await ingress.call("GET", path("live"), viewer)).data).toEqual([]);
    expect((await ingress.call("GET", path("test"), stranger)).data).toEqual([]);
    const refused = await ingress.call("GET", `${path("test")}T00:00:00Z&kind=nothing`, viewer);
    expect([refused.status, Object.keys(refused.error!.details!).toSorted()]).toEqual([422, ["kind", "to"]]);
  });
});
