import { randomBytes } from "node:crypto";
import { z } from "zod";
import { open, seal, type MasterKey } from "../columns/sealed.ts";
import type { Connection } from "../database.ts";
import { sql } from "../sql-tag.ts";
import type { Tenant } from "./tenant.ts";

const endpoint = z.object({ secret: z.instanceof(Buffer) });

/** Binds a sealed webhook secret to its endpoint. */
export function webhookSecretContext({ merchantId, environment }: Tenant): string {
  return `webhook_secret:${merchantId}:${environment}`;
}

/**
 * Sets where a merchant hears of events in one environment; `url` has passed checkWebhookUrl. The first call makes the
 * signing secret, later ones keep it, enable a disabled endpoint again and release the events that it held. Returns the
 * secret, `whsec_...`.
 */
export async function setWebhookEndpoint(
  connection: Connection,
  masterKey: MasterKey,
  tenant: Tenant,
  url: string,
): Promise<string> {
  const context = webhookSecretContext(tenant);
  const { secret } = await connection.one(sql.type(endpoint)`
    with endpoint as (
      insert into webhook_endpoints (merchant_id, environment, url, secret)
      values (${tenant.merchantId}, ${tenant.environment}, ${url}, ${sql.binary(seal(masterKey, newSecret(), context))})
      on conflict on constraint webhook_endpoint_is_unique do update
        set url = excluded.url, disabled_at = null, disabled_reason = null, updated_at = now()
      returning secret
    ), released as (
      update events set delivery_status = 'pending', next_attempt_at = now()
      where merchant_id = ${tenant.merchantId} and environment = ${tenant.environment} and delivery_status = 'held'
    )
    select secret from endpoint`);
  return open(masterKey, secret, context);
}

/** The secret that a merchant's events are signed with in one environment; null where it has no endpoint there. */
export async function findWebhookSecret(
  connection: Connection,
  masterKey: MasterKey,
  tenant: Tenant,
): Promise<string | null> {
  const found = await connection.maybeOne(sql.type(endpoint)`
    select secret from webhook_endpoints
    where merchant_id = ${tenant.merchantId} and environment = ${tenant.environment}`);
  return found === null ? null : open(masterKey, found.secret, webhookSecretContext(tenant));
}

/**
 * Gives an endpoint a new secret; the old one signs as well for `overlapHours` more. Returns the new secret, or null
 * where the merchant has no endpoint in this environment.
 */
export async function rotateWebhookSecret(
  connection: Connection,
  masterKey: MasterKey,
  tenant: Tenant,
  overlapHours: number,
): Promise<string | null> {
  const context = webhookSecretContext(tenant);
  const rotated = await connection.maybeOne(sql.type(endpoint)`
    update webhook_endpoints
    set previous_secret = secret, previous_secret_expires_at = now() + make_interval(hours => ${overlapHours}),
      secret = ${sql.binary(seal(masterKey, newSecret(), context))}, updated_at = now()
    where merchant_id = ${tenant.merchantId} and environment = ${tenant.environment}
    returning secret`);
  return rotated === null ? null : open(masterKey, rotated.secret, context);
}

/** 32 random bytes in base64 after `whsec_`, as Standard Webhooks has it. */
function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}
