import { resultKey } from "../../sql/results.ts";
import {
  hashIdentifier,
  encryptIdentity,
  encryptPhone,
  type IdentityType,
} from "../../sql/identity/identity-record.ts";
import { requestIdentityCheck, readIdentityCheck } from "../../sql/queries/identity-checks.ts";
import type { Tenant } from "../../sql/queries/tenant.ts";
import type { Context } from "../context.ts";
import { Problem } from "../http/problems.ts";

type Question = { type: IdentityType; identifier: string; phone: string };

/**
 * Asks, through the queue, whether a person's national record carries a phone number, and waits for the result as its
 * public JSON. What leaves this process is encrypted.
 *
 * Raises INSUFFICIENT_BALANCE where the fee is not covered, INTERNAL_ERROR where the provider could not tell.
 */
export async function checkIdentity(
  { database, results, config }: Pick<Context, "database" | "results" | "config">,
  { merchantId, environment }: Tenant,
  { type, identifier, phone }: Question,
): Promise<unknown> {
  const tenant = { merchantId, environment };
  const keys = config.encryptionKeys;
  const identifierHashes = hashIdentifier(keys, tenant, type, identifier);
  const owner = { ...tenant, type, hash: identifierHashes[0]! };
  const asked = await requestIdentityCheck(database, tenant, {
    type,
    identifierHashes,
    encryptedQuestion: encryptIdentity(keys, owner, { identifier, phone }),
    encryptedPhone: encryptPhone(keys, tenant, phone),
  });
  if (asked.outcome === "insufficient_balance") {
    throw new Problem("INSUFFICIENT_BALANCE", "The available balance does not cover the fee of the check.");
  }
  const id = asked.request_id;
  const read = async () => (await readIdentityCheck(database, id)) ?? undefined;
  const answer = await results.waitFor(resultKey("identity_check", id), read, config.answerTimeoutMs);
  if (answer.status === "unavailable") {
    throw new Problem("INTERNAL_ERROR", "The identity could not be checked. Nothing was charged; try again.");
  }
  return answer.json;
}
