import {
  hashIdentifier,
  encryptIdentity,
  encryptPhone,
  hashPhone,
  type IdentityType,
} from "../../sql/identity/identity-record.ts";
import type { IdentityCheckResultJson } from "../../sql/identity/identity-check-json.ts";
import { naira } from "../../sql/ledger/money.ts";
import { requestIdentityCheck, readIdentityCheck } from "../../sql/identity/identity-checks.ts";
import type { Connection } from "../../sql/process/database.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import type { Caller } from "../http/caller.ts";
import type { Context } from "../context.ts";
import { Problem, rateLimited } from "../http/problems.ts";
import { waitForResult, type WaitingRequest } from "../results/wait-for-result.ts";

type CheckInput = {
  type: IdentityType;
  identifier: string;
  phone: string;
  merchantReference?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
};

/**
 * Queues a check whether a person's national record has this phone number; showCheck() waits for its result. The
 * identifier and the phone number are stored encrypted.
 *
 * Raises INSUFFICIENT_BALANCE if the fee is not covered, RATE_LIMITED if too many phones did not match this identifier
 * or too many checks of the merchant wait.
 */
export async function requestCheck(
  { database, config }: { database: Connection; config: Pick<Context["config"], "encryptionKeys"> },
  { merchantId, environment, by }: Pick<Caller, keyof Tenant | "by">,
  { type, identifier, phone, ...own }: CheckInput,
): Promise<{ resource: string }> {
  const tenant = { merchantId, environment };
  const keys = config.encryptionKeys;
  const identifierHashes = hashIdentifier(keys, tenant, type, identifier);
  const owner = { ...tenant, type, hash: identifierHashes[0]! };
  const check = {
    type,
    identifierHashes,
    encryptedRequest: encryptIdentity(keys, owner, { identifier, phone }),
    encryptedPhone: encryptPhone(keys, tenant, phone),
    phoneHashes: hashPhone(keys, tenant, type, { identifier, phone }),
  };
  const requested = await requestIdentityCheck(database, { tenant, ...check, ...own, caller: by });
  if (requested.outcome === "insufficient_balance") {
    const fee = naira(requested.cost);
    throw new Problem(
      "INSUFFICIENT_BALANCE",
      "Your available balance doesn't cover the fee for this check.",
      {
        details: { needed: fee, available: naira(requested.available), fee },
      },
    );
  }
  if (requested.outcome === "limited") throw limited(requested.waitSeconds);
  return { resource: String(requested.requestId) };
}

/**
 * Waits for the result of a check, by its row id, and returns its public JSON.
 *
 * Raises INTERNAL_ERROR if the provider gave no result, RATE_LIMITED if other checks of the identifier reached the
 * limit of mismatches first.
 */
export async function showCheck(
  context: WaitingRequest,
  _caller: Tenant,
  id: string,
): Promise<IdentityCheckResultJson> {
  const check = await waitForResult(context, "identity_check", BigInt(id), readIdentityCheck);
  if (check.status === "limited") throw limited(check.wait_seconds);
  if (check.status === "unavailable") {
    throw new Problem(
      "INTERNAL_ERROR",
      "We couldn't complete the identity check. You weren't charged. Try again.",
    );
  }
  return check.json;
}

function limited(seconds: number): Problem {
  const message =
    "Too many phone numbers didn't match this identifier. Try again after the time in Retry-After.";
  return rateLimited("identity-phones", seconds, message, {
    identifier: "too many wrong phones",
    remaining: 0,
  });
}
