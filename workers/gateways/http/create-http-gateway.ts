import type { z } from "zod";
import type { LiveGateway } from "../../../sql/settings.ts";
import type { Gateway, TransferResult, Unknown } from "../gateway.ts";
import {
  cryptoAddressAnswer,
  identityAnswer,
  nameAnswer,
  transferAnswer,
  virtualAccountAnswer,
} from "./responses.ts";
import { createCallProvider, type ProviderCall, type ProviderReply } from "./call-provider.ts";

/**
 * Banks may send money back after they took it, mostly within the day. Should the provider be out of order at this time,
 * the questions that are planned until 24 h after a transfer was sent are left.
 */
const CONFIRM_AGAIN_AFTER_MS = 20 * 60 * 60 * 1_000;

/**
 * The gateway to a live provider that speaks this protocol under `url`, JSON over HTTP with the secret as bearer token:
 *
 *     POST /name-enquiries        {bankCode, accountNumber} → {accountName}
 *     POST /virtual-accounts      {reference, accountName, expiresAt} → {bankCode, bankName, accountNumber, accountName}
 *     POST /crypto-addresses      {reference, chain, token} → {address}
 *     POST /identities            {reference, type, identifier} → {name?, phones}
 *     POST /transfers             {reference, amount: {value, currency}, bankCode, accountNumber, accountName, narration?}
 *                                 → {reference, status: pending|succeeded|failed|reversed, amount?, failure?: {code, message}}
 *     GET  /transfers/{reference} → the same
 *
 * A reference has one effect, however often it is sent; what is looked up is answered as of now. 2xx answers; 404 with {"error":"not_found"} says that there is no
 * such account, record or transfer; everything else, and a 2xx that does not fit what was asked, is unknown.
 */
export function createHttpGateway(settings: LiveGateway): Gateway {
  const callProvider = createCallProvider(settings);

  /** Asks, and reads an answer that fits; what does not fit is unknown. */
  async function ask<Schema extends z.ZodType, Answer>(
    call: ProviderCall,
    schema: Schema,
    read: (answer: z.output<Schema>) => Answer,
    signal: AbortSignal,
  ): Promise<Answer | Exclude<ProviderReply, { kind: "answer" }>> {
    const reply = await callProvider(call, signal);
    if (reply.kind !== "answer") return reply;
    const parsed = schema.safeParse(reply.body);
    return parsed.success
      ? read(parsed.data)
      : unknown(`an answer that does not fit: ${fieldsOf(parsed.error.issues)}`);
  }

  return {
    dedupesByReference: true,

    enquireName: ({ bankCode, accountNumber }, signal) =>
      ask(
        { method: "POST", path: "/name-enquiries", body: { bankCode, accountNumber } },
        nameAnswer,
        ({ accountName }) => ({ kind: "resolved" as const, accountName }),
        signal,
      ),

    provisionAccount: async ({ reference, merchantName, expiresAt }, signal) => {
      const body = { reference, accountName: merchantName, expiresAt: expiresAt.toISOString() };
      const answer = await ask(
        { method: "POST", path: "/virtual-accounts", body },
        virtualAccountAnswer(reference),
        ({ bankCode, bankName, accountNumber, accountName }) => {
          return { kind: "provisioned" as const, bankCode, bankName, accountNumber, accountName };
        },
        signal,
      );
      return madeOf(answer);
    },

    provisionCryptoAddress: async ({ reference, chain, token }, signal) => {
      const answer = await ask(
        { method: "POST", path: "/crypto-addresses", body: { reference, chain, token } },
        cryptoAddressAnswer(reference, chain),
        ({ address }) => ({ kind: "provisioned" as const, address }),
        signal,
      );
      return madeOf(answer);
    },

    lookUpIdentity: ({ reference, type, identifier }, signal) =>
      ask(
        { method: "POST", path: "/identities", body: { reference, type, identifier } },
        identityAnswer(reference),
        ({ name, phones }) => ({ kind: "found" as const, ...(name == null ? {} : { name }), phones }),
        signal,
      ),

    sendTransfer: async (transfer, signal) => {
      const { reference, amount, currency, bankCode, accountNumber, accountName, narration } = transfer;
      const body = {
        reference,
        amount: { value: Number(amount), currency },
        ...{ bankCode, accountNumber, accountName },
        ...(narration === null ? {} : { narration }),
      };
      const call = { method: "POST" as const, path: "/transfers", body };
      return madeOf(await ask(call, transferAnswer(transfer), fateOf, signal));
    },

    findTransfer: (transfer, signal) =>
      ask(
        { method: "GET", path: `/transfers/${encodeURIComponent(transfer.reference)}` },
        transferAnswer(transfer),
        fateOf,
        signal,
      ),
  };
}

function fateOf({ status, failure }: z.output<ReturnType<typeof transferAnswer>>): TransferResult {
  switch (status) {
    case "pending":
    case "reversed":
      return { kind: status };
    case "succeeded":
      return { kind: "succeeded", confirmAgainAfterMs: CONFIRM_AGAIN_AFTER_MS };
    case "failed":
      return {
        kind: "failed",
        code: failure?.code ?? "TRANSFER_FAILED",
        message: failure?.message ?? "The provider did not carry out the transfer.",
      };
  }
}

/** Whoever asks for something to be made cannot be told that it is not there. */
function madeOf<Answer>(answer: Answer | { kind: "not_found" }): Answer | Unknown {
  const isMissing =
    typeof answer === "object" && answer !== null && "kind" in answer && answer.kind === "not_found";
  return isMissing ? unknown("status 404") : (answer as Answer);
}

/** Where an answer does not fit, by our own names of its members; never what stands there. */
function fieldsOf(issues: z.core.$ZodIssue[]): string {
  const paths = new Set(issues.map(({ path }) => path.join(".") || "as a whole"));
  // Of a long list all items can be wrong.
  return [...paths].slice(0, 3).join(", ");
}

function unknown(reason: string): Unknown {
  return { kind: "unknown", reason };
}
