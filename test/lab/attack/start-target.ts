import { createDatabase } from "../../../sql/process/database.ts";
import { createLink } from "../../helpers/records.ts";
import { createRichMerchant } from "../platform/create-rich-merchant.ts";
import { openDatabases } from "../platform/open-databases.ts";
import { createPlatform } from "../platform/create-platform.ts";
import type { Target } from "./attack.ts";

const BALANCE = 1_000_000_000n;

export type StartedTarget = AsyncDisposable &
  Omit<Target, "attacker"> & {
    /** Creates another attacker: each has its own key's limits. */
    createAttacker: () => Promise<Target["attacker"]>;
    /** The live key of the merchant who must not be affected. */
    victimKey: string;
  };

/**
 * Starts a durable PostgreSQL, one ingress and one worker process as in production, as if behind one proxy, with two
 * approved merchants: the attacker and another.
 */
export async function startTarget(providerUrl: string): Promise<StartedTarget> {
  await using started = new AsyncDisposableStack();
  const databases = started.use(await openDatabases({ durable: true }));
  const urls = await databases.create();
  const { ownerUrl } = urls;
  const database = await createDatabase({ url: ownerUrl, maxPoolSize: 2, applicationName: "attack" });
  started.defer(() => database.end());
  const { liveKey: victimKey } = await createRichMerchant(database, { live: BALANCE });

  const platform = createPlatform(urls, { url: providerUrl });
  const workers = started.use(platform.startWorker({ WORKER_CONCURRENCY: "10", WEBHOOK_CONCURRENCY: "20" }));
  const ingress = started.use(await platform.startIngress({ TRUSTED_PROXY_HOPS: "1" }));
  await Promise.all([workers.ready, ingress.ready]);
  const keep = started.move();
  return {
    url: ingress.url,
    databaseUrl: ownerUrl,
    victimKey,
    createAttacker: async () => {
      const attacker = await createRichMerchant(database, { test: BALANCE });
      const open = { amountType: "open", amount: null, linkType: "reusable" } as const;
      return { ...attacker, liveSlug: await createLink(database, attacker.live, open) };
    },
    [Symbol.asyncDispose]: () => keep.disposeAsync(),
  };
}
