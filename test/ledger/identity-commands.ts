import { z } from "zod";
import {
  completeIdentityCheck,
  completeIdentityRecord,
  findOpenIdentityChecks,
  requestIdentityCheck,
} from "../../sql/identity/identity-checks.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import type { Identity, World } from "./ledger-world.ts";

/** Each merchant checks one person, again and again. */
export async function checkIdentity(world: World, tenant: Tenant): Promise<void> {
  const asked = await requestIdentityCheck(world.database, {
    tenant,
    type: "bvn",
    identifierHashes: [Buffer.from(`${tenant.merchantId}:${tenant.environment}`)],
    encryptedRequest: Buffer.of(1),
    encryptedPhone: Buffer.of(1),
    phoneHashes: [],
    caller: undefined,
  });
  if (asked.outcome !== "pending" || world.identities.some(({ record }) => record === asked.recordId)) return;
  world.identities.push({ tenant, record: asked.recordId, responses: 0, responded: [] });
}

/** What was said of it is not good any more: the provider has to be called again. */
export async function letGrowOld({ database }: World, { record }: Identity): Promise<void> {
  await database.query(sql.type(z.object({}))`
    update identity_records set completed_at = completed_at - interval '181 days' where id = ${record}`);
}

export async function resolveIdentity(
  { database }: World,
  identity: Identity,
  status: "found" | "not_found" | "unavailable",
): Promise<void> {
  const { record } = identity;
  const response = status === "unavailable" ? { status } : { status, encrypted: Buffer.of(1) };
  if (
    !(await completeIdentityRecord(database, { recordId: record, ...response })) ||
    status === "unavailable"
  )
    return;
  identity.responses += 1;
  for (const { id } of await findOpenIdentityChecks(database, record)) {
    const verified = status === "found";
    if (await completeIdentityCheck(database, { requestId: id, verified, name: null }))
      identity.responded.push(id);
  }
}
