import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { MasterKeys } from "../../sql/crypto/encryption.ts";
import { createDatabase, type Connection } from "../../sql/database.ts";
import { authenticateKey, createApiKey } from "../../sql/queries/api-keys.ts";
import { createMerchant } from "../../sql/queries/merchants.ts";
import { addOrigin } from "../../sql/queries/origins.ts";
import { findSigningSecrets, setWebhookEndpoint } from "../../sql/queries/webhook-endpoints.ts";
import { DEMO_SHOP_ORIGIN, DEMO_WEBHOOK_URL } from "./demo-webhook.ts";
import { writePrivateFile } from "./write-private-file.ts";

const demo = z.object({
  baseUrl: z.string(),
  secretKey: z.string(),
  webhookSecret: z.string(),
  databaseUrl: z.string(),
  merchant: z.string(),
});
export type Demo = z.output<typeof demo>;

/** Who made the demo merchant, in the log of operators' actions. */
const note = { operator: "npm start" };

type Options = { dataDir: string; baseUrl: string; databaseUrl: string; masterKeys: MasterKeys };

/**
 * Makes sure that the database has the merchant, test key and webhook endpoint which `dataDir/demo.json` names, and
 * writes that file with the present addresses. The key of an earlier start is kept as long as the database knows it.
 */
export async function prepareDemo({ dataDir, baseUrl, databaseUrl, masterKeys }: Options): Promise<Demo> {
  const path = join(dataDir, "demo.json");
  const database = await createDatabase({ url: databaseUrl, maxPoolSize: 1, applicationName: "start" });
  try {
    const kept = await readDemo(path);
    const known = kept && (await refresh(database, kept, masterKeys));
    const credentials = known ?? (await createCredentials(database, masterKeys));
    const { merchant, secretKey, webhookSecret } = credentials;
    const present: Demo = { baseUrl, secretKey, webhookSecret, databaseUrl, merchant };
    await writePrivateFile(path, `${JSON.stringify(present, null, 2)}\n`);
    return present;
  } finally {
    await database.end();
  }
}

async function readDemo(path: string): Promise<Demo | undefined> {
  const content = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
  return content === undefined ? undefined : demo.safeParse(JSON.parse(content)).data;
}

/** The stored data with the current webhook secret; undefined if the database does not know the key (any more). */
async function refresh(
  connection: Connection,
  kept: Demo,
  masterKeys: MasterKeys,
): Promise<Demo | undefined> {
  const key = await authenticateKey(connection, kept.secretKey, "127.0.0.1");
  if (key === null || key.is_revoked) return undefined;
  const tenant = { merchantId: key.merchant_id, environment: key.environment };
  // Data of older versions has no shop.
  await addOrigin(connection, tenant.merchantId, DEMO_SHOP_ORIGIN, note);
  const secrets = await findSigningSecrets(connection, masterKeys, tenant);
  return { ...kept, webhookSecret: secrets?.secret ?? kept.webhookSecret };
}

async function createCredentials(
  connection: Connection,
  masterKeys: MasterKeys,
): Promise<Pick<Demo, "merchant" | "secretKey" | "webhookSecret">> {
  return connection.transaction(async (transaction) => {
    const merchant = await createMerchant(transaction, "Kaduna Books", "demo@example.com", note);
    const tenant = { merchantId: merchant.id, environment: "test" } as const;
    const { secretKey } = await createApiKey(transaction, tenant, note);
    await addOrigin(transaction, merchant.id, DEMO_SHOP_ORIGIN, note);
    const { secret } = await setWebhookEndpoint(transaction, masterKeys, tenant, DEMO_WEBHOOK_URL, note);
    return { merchant: merchant.reference, secretKey, webhookSecret: secret };
  });
}
