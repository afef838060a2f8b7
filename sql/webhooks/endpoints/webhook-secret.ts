import { randomBytes } from "node:crypto";
import type { Tenant } from "../../merchants/tenant.ts";

/** The encryption context of a webhook secret: binds it to its endpoint. */
export function webhookSecretContext({ merchantId, environment }: Tenant): string {
  return `webhook_secret:${merchantId}:${environment}`;
}

/** 32 random bytes in base64 after `whsec_`, as Standard Webhooks has it. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}
