import { z } from "zod";
import { decrypt, encrypt, type MasterKeys } from "../../process/encryption/encryption.ts";
import type { Connection } from "../../process/database.ts";
import { call } from "../../process/call.ts";
import type { WebhookEndpointJson } from "./webhook-endpoint-json.ts";
import type { Acting } from "../../audit-log/acting.ts";
import type { Tenant } from "../../merchants/tenant.ts";
import { newWebhookSecret, webhookSecretContext } from "./webhook-secret.ts";

/** An endpoint's public JSON, and its secret (`whsec_...`), which is shown only once. */
export type EndpointWithSecret = { secret: string; json: WebhookEndpointJson };

const set = call("set_webhook_endpoint", { endpoint: z.custom<WebhookEndpointJson>() });

/** Sets a merchant's webhook URL, which has passed checkWebhookUrl(); the first call makes the secret (`isNew`). */
export async function setWebhookEndpoint(
  connection: Connection,
  masterKeys: MasterKeys,
  tenant: Tenant,
  url: string,
  acting: Acting,
): Promise<EndpointWithSecret & { isNew: boolean }> {
  const context = webhookSecretContext(tenant);
  const made = encrypt(masterKeys, newWebhookSecret(), context);
  const { secret, endpoint: json } = await set(connection, { tenant, url, secret: made, acting });
  return { secret: decrypt(masterKeys, secret, context), json, isNew: secret.equals(made) };
}

/** The public JSON of a merchant's endpoint in one environment; null if it has none. */
export const findWebhookEndpoint = call("find_webhook_endpoint", z.custom<WebhookEndpointJson | null>());

const findSecrets = call("find_signing_secrets", { previousSecret: z.instanceof(Buffer).nullable() });

/** The secrets that a merchant's events are signed with, the previous one too during a rotation; null if none. */
export async function findSigningSecrets(connection: Connection, masterKeys: MasterKeys, tenant: Tenant) {
  const found = await findSecrets(connection, { tenant });
  if (found === null) return null;
  const reveal = (encrypted: Buffer) => decrypt(masterKeys, encrypted, webhookSecretContext(tenant));
  const { secret, previousSecret } = found;
  return { secret: reveal(secret), previousSecret: previousSecret && reveal(previousSecret) };
}

const keep = call("keep_signing_secret");

/** Keeps the secret that signs a merchant's events until it has an endpoint; null where it has one. */
export async function keepSigningSecret(
  connection: Connection,
  masterKeys: MasterKeys,
  tenant: Tenant,
  secret = newWebhookSecret(),
) {
  const encrypted = encrypt(masterKeys, secret, webhookSecretContext(tenant));
  return (await keep(connection, { tenant, secret: encrypted })) ? secret : null;
}

const rotate = call("rotate_webhook_secret", z.custom<WebhookEndpointJson | null>());

/** Gives an endpoint a new secret, beside which the old one signs for `overlapHours`; null if there is none. */
export async function rotateWebhookSecret(
  connection: Connection,
  masterKeys: MasterKeys,
  tenant: Tenant,
  overlapHours: number,
  acting: Acting,
): Promise<EndpointWithSecret | null> {
  const secret = newWebhookSecret();
  const encrypted = encrypt(masterKeys, secret, webhookSecretContext(tenant));
  const json = await rotate(connection, { tenant, secret: encrypted, overlapHours, acting });
  return json && { secret, json };
}
