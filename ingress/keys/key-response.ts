import { z } from "zod";
import { apiKeyJson } from "../../sql/keys/api-key-json.ts";
import { showApiKey } from "../../sql/keys/api-keys.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import type { Connection } from "../../sql/process/database.ts";
import { reference } from "../http/fields.ts";
import { notFound } from "../http/problems.ts";

/** A key with its new secret. */
export const keyWithSecret = apiKeyJson
  .extend({ secretKey: z.string().describe("Shown only once and never stored.") })
  .meta({ id: "ApiKeyWithSecret", description: "An API key with its secret." });

/** The path of a key's routes. */
export const keyParams = z.object({ reference: reference("key") });

/** One of the caller's keys. Raises NOT_FOUND. */
export async function readKey(database: Connection, tenant: Tenant, key: string) {
  const found = await showApiKey(database, tenant, key);
  if (found === null) throw notFound();
  return found;
}
