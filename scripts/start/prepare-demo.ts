import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { createPasswords } from "../../ingress/people/passwords.ts";
import type { Environment } from "../../sql/ledger/money.ts";
import type { MasterKeys } from "../../sql/process/encryption/encryption.ts";
import { createDatabase, type Connection } from "../../sql/process/database.ts";
import { authenticateKey, createApiKey } from "../../sql/keys/api-keys.ts";
import { createMerchant, findMerchant, setKybStatus } from "../../sql/merchants/merchants.ts";
import { addOrigin } from "../../sql/checkout/origins.ts";
import { createOwner } from "../../sql/people/people.ts";
import { findSigningSecrets, keepSigningSecret } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { DEMO_SHOP_ORIGIN } from "./demo-webhook.ts";
import { writePrivateFile } from "./write-private-file.ts";

const demo = z.object({
  baseUrl: z.string(),
  secretKey: z.string(),
  webhookSecret: z.string(),
  databaseUrl: z.string(),
  merchant: z.string(),
  dashboardUrl: z.string(),
  personEmail: z.string(),
  personPassword: z.string(),
});
export type Demo = z.output<typeof demo>;

/** Who created the demo merchant, in the audit log. */
const acting = { actor: "npm start" };

type Options = {
  dataDir: string;
  baseUrl: string;
  dashboardUrl: string;
  databaseUrl: string;
  masterKeys: MasterKeys;
  /** Of its key and its webhooks. */
  environment: Environment;
};

/**
 * Makes sure that the database has the merchant, key and signing secret of `dataDir/demo.json`, and updates the
 * addresses in that file. An earlier start's merchant is kept while the database knows it, with a new key if the old
 * one was revoked or rotated. It has no webhook endpoint: `npm run listen` forwards its events.
 */
export async function prepareDemo({
  dataDir,
  baseUrl,
  dashboardUrl,
  databaseUrl,
  masterKeys,
  environment,
}: Options): Promise<Demo> {
  const path = join(dataDir, "demo.json");
  const database = await createDatabase({ url: databaseUrl, maxPoolSize: 1, applicationName: "start" });
  try {
    const kept = await readDemo(path);
    const known = kept && (await refresh(database, kept, masterKeys, environment));
    const { merchant, secretKey, webhookSecret, personEmail, personPassword } =
      known ?? (await createCredentials(database, masterKeys, environment));
    const present: Demo = {
      baseUrl,
      secretKey,
      webhookSecret,
      databaseUrl,
      merchant,
      dashboardUrl,
      personEmail,
      personPassword,
    };
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

/** The stored data with a valid key and the current secret; undefined without the merchant. */
async function refresh(
  connection: Connection,
  kept: Demo,
  masterKeys: MasterKeys,
  environment: Environment,
): Promise<Demo | undefined> {
  const merchant = await findMerchant(connection, kept.merchant);
  if (merchant === null) return undefined;
  const key = await authenticateKey(connection, kept.secretKey, "127.0.0.1");
  const works = key !== null && !key.isRevoked && key.merchantId === merchant.id;
  const tenant = { merchantId: merchant.id, environment: works ? key.environment : environment };
  const secretKey = works
    ? kept.secretKey
    : (await createApiKey(connection, { ...tenant, acting, caller: undefined })).secretKey;
  const webhookSecret =
    (await keepSigningSecret(connection, masterKeys, tenant, kept.webhookSecret)) ??
    (await findSigningSecrets(connection, masterKeys, tenant))!.secret;
  return { ...kept, secretKey, webhookSecret };
}

async function createCredentials(
  connection: Connection,
  masterKeys: MasterKeys,
  environment: Environment,
): Promise<Omit<Demo, "baseUrl" | "databaseUrl" | "dashboardUrl">> {
  const personEmail = "demo@example.com";
  const personPassword = randomBytes(12).toString("base64url");
  const passwordHash = await createPasswords().hash(personPassword);
  return connection.transaction(async (transaction) => {
    const merchant = await createMerchant(transaction, {
      name: "Kaduna Books",
      email: "demo@example.com",
      acting,
    });
    const tenant = { merchantId: merchant.id, environment };
    if (environment === "live")
      await setKybStatus(transaction, { merchantId: merchant.id, status: "approved", acting });
    const { secretKey } = await createApiKey(transaction, { ...tenant, acting, caller: undefined });
    await addOrigin(transaction, { merchantId: merchant.id, origin: DEMO_SHOP_ORIGIN, acting });
    const webhookSecret = (await keepSigningSecret(transaction, masterKeys, tenant))!;
    const person = { email: personEmail, name: "Ada Okafor", passwordHash };
    await createOwner(transaction, { merchantId: merchant.id, ...person, acting });
    return { merchant: merchant.reference, secretKey, webhookSecret, personEmail, personPassword };
  });
}
