import { pino, type Logger } from "pino";
import type { Database } from "../../sql/process/database.ts";
import type { TaskContext } from "../../workers/context.ts";
import { createNameEnquiryCalls } from "../../workers/banks/name-enquiry-calls.ts";
import { createGateways } from "../../workers/gateways/create-gateways.ts";
import {
  createGatewayGuards,
  type GatewayGuards,
} from "../../workers/gateways/guards/create-gateway-guards.ts";
import { confirmPayout } from "../../workers/payouts/confirm-payout.ts";
import { createPayoutCalls } from "../../workers/payouts/payout-calls.ts";
import { executePayout } from "../../workers/payouts/execute-payout.ts";
import { createDeliveryBatches } from "../../workers/webhooks/delivery-batches.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import type { Flutterwave } from "../gateways/flutterwave/start-flutterwave.ts";
import type { Monnify } from "../gateways/monnify/start-monnify.ts";
import type { Paystack } from "../gateways/paystack/start-paystack.ts";
import type { Provider } from "../gateways/http/start-provider.ts";
import { createFundedMerchant } from "../helpers/records.ts";
import { acceptTestPayouts, findPayout, letNotFoundCount, letPollBecomeDue } from "./accept-test-payouts.ts";

export type LiveProvider = Provider | Paystack | Monnify | Flutterwave;

/** A payout of ₦10 costs ₦10.75, and leaves ₦30. */
export const FUNDS = 5_075n;

/** What the tasks of a worker have whose live gateways are `liveGateways`, in this order. */
export function contextWith(
  database: Database,
  liveGateways: LiveProvider[],
  logger: Logger = pino({ level: "silent" }),
  guards: GatewayGuards = createGatewayGuards({ callsAtOnce: 32 }),
): TaskContext {
  const gateways = createGateways(database, {
    encryptionKeys: testEncryptionKeys,
    liveGateways,
    guards,
    publicUrl: "http://localhost:3000",
  });
  return {
    database,
    payoutCalls: createPayoutCalls(database, gateways),
    nameEnquiryCalls: createNameEnquiryCalls(database, gateways),
    gateways,
    sendWebhook: () => Promise.reject(new Error("no webhook in this test")),
    deliveries: createDeliveryBatches(database, { workerId: 1n, isSlow: false }),
    sendMail: async () => ({ outcome: "kept" }),
    publicUrl: "http://localhost",
    webhookGuard: { allowCidrs: [] },
    encryptionKeys: testEncryptionKeys,
    responseTimeoutMs: 10_000,
    workerId: 1n,
    crashPoint: () => {},
    logger,
    signal: new AbortController().signal,
  };
}

/** A live payout that was accepted, and the tasks that send it through `providers`, without a queue in between. */
export async function acceptLivePayout(database: Database, ...providers: LiveProvider[]) {
  return acceptLivePayoutTo(database, "058", ...providers);
}

/** The same, to an account at a bank. */
export async function acceptLivePayoutTo(database: Database, bankCode: string, ...providers: LiveProvider[]) {
  const tenant = await createFundedMerchant(database, FUNDS, "live");
  const [reference] = (await acceptTestPayouts(database, tenant, { bankCode })) as [string];
  const { id } = await findPayout(database, reference);
  // Each as a process that knows nothing of earlier calls.
  const context = (signal = new AbortController().signal) => ({
    ...contextWith(database, providers),
    signal,
  });
  return {
    tenant,
    reference,
    id,
    execute: (signal?: AbortSignal) => executePayout(context(signal), id),
    confirm: async (signal?: AbortSignal) => {
      await letPollBecomeDue(database, id);
      await confirmPayout(context(signal), id);
    },
    /** Lets the time pass after which the provider's "not found" counts. */
    wait: () => letNotFoundCount(database, id),
    /** Asks although the time for it may not have come. */
    confirmEarly: () => confirmPayout(context(), id),
  };
}
