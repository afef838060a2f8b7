import { z } from "zod";
import { findBalanceTransactions } from "../../sql/books/balance-transactions.ts";
import type { Database } from "../../sql/process/database.ts";
import { setWebhookEndpoint } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import type { Route } from "../../ingress/http/route.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { createMember } from "../helpers/create-member.ts";
import {
  createCryptoCollection,
  createLink,
  createPayout,
  createVirtualAccount,
  resolveDestination,
  saveAccount,
} from "../helpers/records.ts";
import { createUnmatchedCredit } from "../collections/create-unmatched-credit.ts";
import { createIdentityCheck } from "../identity/check-identity.ts";
import { givePolicy } from "../approvals/team.ts";
import { createReadyBatch, batchItem, sendAll, start, sweep } from "../payout-batches/batch-steps.ts";
import { createPaidCollection, createRefund } from "../refunds/create-collection.ts";

/** A well-formed reference (or slug, which has no prefix) that nothing has, of the kind that this one is of. */
export function unknownLike(reference: string): string {
  return `${reference.slice(0, reference.indexOf("_") + 1)}${"0".repeat(26)}`;
}

/** Everything of which the API hands out references: one of each, of one merchant. */
export async function createOneOfEach(database: Database) {
  const owner = await createMember(database, { available: 500_000n });
  await setWebhookEndpoint(database, testEncryptionKeys, owner.tenant, "https://example.com/webhooks", {});
  await resolveDestination(database, owner.tenant);
  await givePolicy(database, owner.tenant, { amountMax: 0 });
  const waiting = await createPayout(database, owner.tenant, { amount: 10_000n });
  const unwanted = await createPayout(database, owner.tenant, { amount: 10_000n });
  await givePolicy(database, owner.tenant, {});
  const payout = await createPayout(database, owner.tenant);
  const paid = await createPaidCollection(database, owner.tenant, 10_000n, { name: "KEMI" });
  const refund = await createRefund(database, owner.tenant, paid);
  const batches: string[] = [];
  for (let made = 0; made < 3; made += 1)
    batches.push(
      await createReadyBatch(database, owner.tenant, [
        // The sandbox, too, lets it fail.
        batchItem(0, { amount: 1_000, accountNumber: "0000000001" }),
        batchItem(1),
      ]),
    );
  await start(database, owner.tenant, batches[0]!);
  await sendAll(database, batches[0]!, () => "failed");
  await sweep(database, owner.tenant);
  const { credit } = await createUnmatchedCredit(database, owner.tenant, 10_000n);
  const { credit: other } = await createUnmatchedCredit(database, owner.tenant, 10_000n);
  const account = await createVirtualAccount(database, owner.tenant, 10_000n);
  const crypto = await createCryptoCollection(database, owner.tenant);
  const slug = await createLink(database, owner.tenant);
  const saved = await saveAccount(database, owner.tenant);
  await createIdentityCheck(database, owner.tenant);
  const check = await database.oneFirst(sql.type(z.object({ reference: z.string() }))`
    select reference from shown_identity_checks where merchant_id = ${owner.tenant.merchantId}`);
  const event = await database.oneFirst(sql.type(z.object({ reference: z.string() }))`
    with attempted as (
      insert into webhook_attempts (event_id, number, url, request_headers, duration_ms)
      select id, 1, 'https://example.com/webhooks', '{}', 1
      from events where merchant_id = ${owner.tenant.merchantId} limit 1
      returning event_id
    )
    select reference from events join attempted on event_id = id`);
  const { items } = await findBalanceTransactions(database, testEncryptionKeys, owner.tenant, {
    limit: 1,
    after: null,
  });
  const [movement] = items;
  const references: Record<string, string> = {
    "/v1/payouts": payout.reference,
    "/v1/payout-batches": batches[1]!,
    "/v1/payout-batches/:reference/items/:index": batches[2]!,
    "/v1/payout-batches/:reference/retry": batches[0]!,
    "/v1/refunds": refund,
    "/v1/unmatched-credits": credit,
    "/v1/unmatched-credits/:reference/return": other,
    "/v1/approvals": waiting.reference,
    "/v1/approvals/:reference/reject": unwanted.reference,
    "/v1/balance-transactions": movement!.reference,
    "/v1/payout-accounts": saved.reference,
    "/v1/virtual-accounts": account.reference,
    "/v1/collections": account.collection.reference,
    "/v1/payment-links": slug,
    "/v1/events": event,
    "/v1/kyc/requests": check,
  };
  const referenceFor = ({ path }: Pick<Route, "path">) =>
    references[path] ?? references[path.split("/:")[0]!];
  return { owner, account, crypto, saved, referenceFor };
}
