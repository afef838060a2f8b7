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

/** Data of older versions has nobody who signs in. */
const keptDemo = demo.partial({ dashboardUrl: true, personEmail: true, personPassword: true });

/** Who made the demo merchant, in the audit log. */
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
 * Makes sure that the database has the merchant, key and signing secret which `dataDir/demo.json` names, and writes
 * that file with the present addresses. The merchant of an earlier start is kept as long as the database knows it, and
 * gets a new key where it was revoked or rotated. It has no webhook endpoint: `npm run listen` brings its events here.
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
    const credentials = known ?? (await createCredentials(database, masterKeys, environment));
    const { merchant, secretKey, webhookSecret } = credentials;
    const person = await createPerson(database, merchant, known);
    const present: Demo = {
      ...{ baseUrl, secretKey, webhookSecret, databaseUrl, merchant, dashboardUrl },
      ...person,
    };
    await writePrivateFile(path, `${JSON.stringify(present, null, 2)}\n`);
    return present;
  } finally {
    await database.end();
  }
}

/** The demo merchant's owner, who is made where the data has none; the password of an earlier start is kept. */
async function createPerson(
  connection: Connection,
  merchant: string,
  known: Kept | undefined,
): Promise<Pick<Demo, "personEmail" | "personPassword">> {
  const { personEmail, personPassword } = known ?? {};
  if (personEmail !== undefined && personPassword !== undefined) return { personEmail, personPassword };
  const made = { personEmail: "demo@example.com", personPassword: randomBytes(12).toString("base64url") };
  const passwordHash = await createPasswords().hash(made.personPassword);
  const { id } = (await findMerchant(connection, merchant))!;
  const person = { email: made.personEmail, name: "Ada Okafor", passwordHash };
  await createOwner(connection, id, person, acting);
  return made;
}

type Kept = z.output<typeof keptDemo>;

async function readDemo(path: string): Promise<Kept | undefined> {
  const content = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
  return content === undefined ? undefined : keptDemo.safeParse(JSON.parse(content)).data;
}

/** The stored data with a key that works and the current secret; undefined without the merchant. */
async function refresh(
  connection: Connection,
  kept: Kept,
  masterKeys: MasterKeys,
  environment: Environment,
): Promise<Kept | undefined> {
  const merchant = await findMerchant(connection, kept.merchant);
  if (merchant === null) return undefined;
  const key = await authenticateKey(connection, kept.secretKey, "127.0.0.1");
  const works = key !== null && !key.is_revoked && key.merchant_id === merchant.id;
  const tenant = { merchantId: merchant.id, environment: works ? key.environment : environment };
  const secretKey = works ? kept.secretKey : (await createApiKey(connection, tenant, acting)).secretKey;
  // Data of older versions has no shop.
  await addOrigin(connection, tenant.merchantId, DEMO_SHOP_ORIGIN, acting);
  const webhookSecret =
    (await keepSigningSecret(connection, masterKeys, tenant, kept.webhookSecret)) ??
    (await findSigningSecrets(connection, masterKeys, tenant))!.secret;
  return { ...kept, secretKey, webhookSecret };
}

async function createCredentials(
  connection: Connection,
  masterKeys: MasterKeys,
  environment: Environment,
): Promise<Pick<Demo, "merchant" | "secretKey" | "webhookSecret">> {
  return connection.transaction(async (transaction) => {
    const merchant = await createMerchant(transaction, "Kaduna Books", "demo@example.com", acting);
    const tenant = { merchantId: merchant.id, environment };
    if (environment === "live") await setKybStatus(transaction, merchant.id, "approved", acting);
    const { secretKey } = await createApiKey(transaction, tenant, acting);
    await addOrigin(transaction, merchant.id, DEMO_SHOP_ORIGIN, acting);
    const webhookSecret = (await keepSigningSecret(transaction, masterKeys, tenant))!;
    return { merchant: merchant.reference, secretKey, webhookSecret };
  });
}
