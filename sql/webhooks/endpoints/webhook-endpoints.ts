import { randomBytes } from "node:crypto";
import { z } from "zod";
import { decrypt, encrypt, type MasterKeys } from "../../process/encryption/encryption.ts";
import type { Connection } from "../../process/database.ts";
import { sql } from "../../process/sql-tag.ts";
import type { WebhookEndpointJson } from "./webhook-endpoint-json.ts";
import { actingAs, type Acting } from "../../audit-log/audit-log.ts";
import type { Tenant } from "../../merchants/tenant.ts";

const endpoint = z.object({ secret: z.instanceof(Buffer), json: z.custom<WebhookEndpointJson>() });

/** The encryption context of a webhook secret: binds it to its endpoint. */
export function webhookSecretContext({ merchantId, environment }: Tenant): string {
  return `webhook_secret:${merchantId}:${environment}`;
}

/** An endpoint's public JSON, and its secret (`whsec_...`), which is shown only once. */
export type EndpointWithSecret = { secret: string; json: WebhookEndpointJson };

/**
 * Sets a merchant's webhook URL in one environment; `url` has passed checkWebhookUrl(). The first call makes the
 * signing secret (`isNew`); later ones keep it, enable a disabled endpoint again and release its held events. With
 * `acting` it is in the audit log.
 */
export async function setWebhookEndpoint(
  connection: Connection,
  masterKeys: MasterKeys,
  tenant: Tenant,
  url: string,
  acting?: Acting,
): Promise<EndpointWithSecret & { isNew: boolean }> {
  const { merchantId, environment } = tenant;
  const context = webhookSecretContext(tenant);
  const encrypted = encrypt(masterKeys, newSecret(), context);
  const change = sql.fragment`${merchantId}, ${environment}, ${url}, ${sql.binary(encrypted)}`;
  const set =
    acting === undefined
      ? sql.fragment`set_webhook_endpoint(${change})`
      : sql.fragment`set_webhook_endpoint_and_log(${change}, ${actingAs(acting)})`;
  const { secret, json } = await connection.one(sql.type(endpoint)`
    select (endpoint).secret, webhook_endpoint_json(endpoint) as json from ${set} endpoint`);
  return { secret: decrypt(masterKeys, secret, context), json, isNew: secret.equals(encrypted) };
}

/** The public JSON of a merchant's endpoint in one environment; null if it has none. */
export async function findWebhookEndpoint(
  connection: Connection,
  { merchantId, environment }: Tenant,
): Promise<WebhookEndpointJson | null> {
  return connection.oneFirst(sql.type(z.object({ json: z.custom<WebhookEndpointJson | null>() }))`
    select find_webhook_endpoint(${merchantId}, ${environment}) as json`);
}

const signing = z.object({ secret: z.instanceof(Buffer), previous_secret: z.instanceof(Buffer).nullable() });

/**
 * The secrets that a merchant's events are signed with in one environment: the previous one too during a rotation.
 * Null if it has no endpoint there.
 */
export async function findSigningSecrets(
  connection: Connection,
  masterKeys: MasterKeys,
  tenant: Tenant,
): Promise<{ secret: string; previousSecret: string | null } | null> {
  const { merchantId, environment } = tenant;
  const found = await connection.maybeOne(sql.type(signing)`
    select secret, previous_secret from find_signing_secrets(${merchantId}, ${environment})`);
  if (found === null) return null;
  const reveal = (encrypted: Buffer) => decrypt(masterKeys, encrypted, webhookSecretContext(tenant));
  return {
    secret: reveal(found.secret),
    previousSecret: found.previous_secret === null ? null : reveal(found.previous_secret),
  };
}

/**
 * Keeps the secret that signs a merchant's events in one environment until it has an endpoint there: `secret`, or a new
 * one. Returns it; null where there is an endpoint, which has its own.
 */
export async function keepSigningSecret(
  connection: Connection,
  masterKeys: MasterKeys,
  tenant: Tenant,
  secret = newSecret(),
): Promise<string | null> {
  const encrypted = sql.binary(encrypt(masterKeys, secret, webhookSecretContext(tenant)));
  const isKept = await connection.oneFirst(sql.type(z.object({ kept: z.boolean() }))`
    select keep_signing_secret(${tenant.merchantId}, ${tenant.environment}, ${encrypted}) as kept`);
  return isKept ? secret : null;
}

/**
 * Gives an endpoint a new secret; the old one signs as well for `overlapHours` more. Null if the merchant has no
 * endpoint in this environment. With `acting` it is in the audit log.
 */
export async function rotateWebhookSecret(
  connection: Connection,
  masterKeys: MasterKeys,
  tenant: Tenant,
  overlapHours: number,
  acting?: Acting,
): Promise<EndpointWithSecret | null> {
  const context = webhookSecretContext(tenant);
  const encrypted = sql.binary(encrypt(masterKeys, newSecret(), context));
  const change = sql.fragment`${tenant.merchantId}, ${tenant.environment}, ${encrypted}, ${overlapHours}`;
  const rotate =
    acting === undefined
      ? sql.fragment`rotate_webhook_secret(${change})`
      : sql.fragment`rotate_webhook_secret_and_log(${change}, ${actingAs(acting)})`;
  const rotated = await connection.maybeOne(sql.type(endpoint)`
    select (endpoint).secret, webhook_endpoint_json(endpoint) as json from ${rotate} endpoint
    where (endpoint).id is not null`);
  return rotated === null
    ? null
    : { secret: decrypt(masterKeys, rotated.secret, context), json: rotated.json };
}

/** 32 random bytes in base64 after `whsec_`, as Standard Webhooks has it. */
function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}
