import type { Step } from "../../../../scripts/cli/show-progress.ts";
import { sumBalanceDays } from "../../../../sql/books/balance-days.ts";
import { fillBooks } from "../../../books/fill-books.ts";
import { addKey } from "../../../helpers/create-member.ts";
import { runSql } from "../../../helpers/database/run-sql.ts";
import { lagosDay } from "../../../helpers/lagos-day.ts";
import { createFundedMerchant } from "../../../helpers/records.ts";
import { createPlatform, withoutLimits } from "../../platform/create-platform.ts";
import type { Databases } from "../../platform/open-databases.ts";
import { percentile } from "../../statistics.ts";
import { residentMb } from "../platform/resident-mb.ts";
import { useDatabase } from "../platform/use-database.ts";

const MOVEMENTS = 1_000_000;
const READS = 200;
/** How often an ingress process is asked for its memory while it writes a file. */
const WATCH_MS = 50;

/** How long a merchant with a million movements in a month waits for them, and what their file costs the ingress. */
export async function benchBooks(databases: Databases, measurement: Step): Promise<void> {
  await useDatabase(databases, 2, async (database, urls) => {
    const tenant = await createFundedMerchant(database);
    const { key } = await addKey(database, tenant);
    await measurement(`the books: ${MOVEMENTS} movements`, async () => {
      await runSql(urls.ownerUrl, fillBooks(tenant.merchantId, MOVEMENTS));
      await runSql(urls.ownerUrl, "vacuum analyze");
      while ((await sumBalanceDays(database, { most: 50_000 })) > 0);
    });
    const outside = { url: "http://127.0.0.1:9" };
    await using ingress = await createPlatform(urls, outside).startIngress(withoutLimits);
    await ingress.ready;
    const get = async (path: string) => {
      const response = await fetch(ingress.url + path, { headers: { authorization: `Bearer ${key}` } });
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return response;
    };

    const daysAgo = (days: number) => lagosDay(new Date(), -days);
    const [first, last] = [daysAgo(29), daysAgo(0)];
    const month = `/v1/statements?currency=NGN&from=${first}&to=${last}`;
    const day = `createdFrom=${daysAgo(20)}T00:00:00Z&createdTo=${daysAgo(19)}T00:00:00Z`;
    const paths = [
      "/v1/balance-transactions?limit=100",
      `/v1/balance-transactions?limit=100&kind=payout&${day}`,
      "/v1/balance-transactions?limit=100&kind=payout_reversed",
      month,
    ];
    for (const path of paths) {
      const times = await measurement(path, async () => {
        const taken: number[] = [];
        for (let n = 0; n < READS; n += 1) {
          const start = performance.now();
          await (await get(path)).text();
          taken.push(performance.now() - start);
        }
        return taken;
      });
      const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)].map((ms) => ms.toFixed(1));
      console.log(`${path}: ${p50} ms in the median of ${READS}, ${p95} ms at p95`);
    }

    for (const [what, from] of [
      ["a day", last],
      ["the month", first],
    ] as const) {
      const { bytes, seconds, mb } = await measurement(`${what} as CSV`, async () => {
        let most = await residentMb(ingress.pid!);
        const before = most;
        const watch = setInterval(() => {
          void residentMb(ingress.pid!).then((now) => (most = Math.max(most, now)));
        }, WATCH_MS);
        const start = performance.now();
        let read = 0;
        const response = await get(`/v1/statements?currency=NGN&from=${from}&to=${last}&format=csv`);
        for await (const part of response.body!) read += part.byteLength;
        clearInterval(watch);
        return { bytes: read, seconds: (performance.now() - start) / 1_000, mb: most - before };
      });
      console.log(
        `${what} as CSV: ${bytes} bytes in ${seconds.toFixed(1)} s, the ingress grew by ${mb.toFixed(0)} MB`,
      );
    }
  });
}
