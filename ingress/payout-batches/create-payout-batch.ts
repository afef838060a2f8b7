import { z } from "zod";
import { listBanks } from "../../sql/banks/banks.ts";
import { createPayoutBatch as create } from "../../sql/payout-batches/payout-batches.ts";
import { payoutBatchJson } from "../../sql/payout-batches/payout-batch-json.ts";
import { fileBody } from "../http/file-body.ts";
import { keyConflict, needIdempotencyKey, requiredIdempotencyKey } from "../http/idempotency-key.ts";
import { conflict } from "../http/problems.ts";
import { leastPayout } from "../http/require-least.ts";
import { route } from "../http/route.ts";
import { batchFields } from "./intake/batch-body.ts";
import { readBatch } from "./intake/read-batch.ts";

/** As large as a batch of 10,000 items with metadata. Read in a thread, so that other requests don't wait for it. */
const MOST_BYTES = 5 * 1024 * 1024;

/** Writes the items. Workers check their accounts' names; nothing is paid before it's started. */
export const createPayoutBatch = route({
  method: "post",
  path: "/v1/payout-batches",
  summary: "Create a batch of payouts",
  scope: "payout_batches:write",
  receivesFile: { mediaTypes: ["application/json"], mostBytes: MOST_BYTES, content: batchFields },
  request: {
    headers: z.object({ "idempotency-key": requiredIdempotencyKey }),
    body: fileBody,
  },
  success: { status: 201, data: payoutBatchJson },
  responseHeaders: ["Idempotency-Replayed"],
  errors: ["IDEMPOTENCY_KEY_REQUIRED", "IDEMPOTENCY_KEY_CONFLICT", "STATE_CONFLICT"],
  handler: async ({ caller, headers, body }, context) => {
    const idempotencyKey = needIdempotencyKey(headers["idempotency-key"]);
    const banks = await listBanks(context.database);
    const { merchantId } = caller;
    const { items, name, hash } = await readBatch(body, banks, { merchantId, deadline: context.deadline });
    const decision = await create(context.database, {
      tenant: caller,
      idempotencyKey,
      requestHash: hash,
      items,
      name: name ?? null,
      least: leastPayout(context, caller.environment),
      acting: caller.acting,
      caller: caller.by,
    });
    switch (decision.outcome) {
      case "created":
        return { data: decision.batch };
      case "replayed":
        return { data: decision.batch, headers: { "idempotency-replayed": "true" } };
      case "key_conflict":
        throw keyConflict();
      case "too_many_open":
        throw conflict("Three batches wait to be started already. Start or cancel one first.");
      case "too_many_today":
        throw conflict("You've made 100 batches within a day. Put more payouts into one batch.");
    }
  },
});
