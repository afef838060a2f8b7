import { setTimeout as sleep } from "node:timers/promises";
import { naira, type Service } from "../node/index.ts";

const HAPPENS_WITHIN_MS = 30_000;
const POLL_MS = 200;
const WEBHOOK_TEST = "webhook.test";

/** The one on record of the identity that has one. */
const PHONE = "08011111111";
const GOOD_ACCOUNT = "0123456789";

/** Makes an event of each type happen in the sandbox. Each function returns the reference of the event's subject. */
const eventMakers: Record<string, (service: Service) => Promise<string>> = {
  "collection.success": async (service) => {
    const { reference, collection } = await openAccount(service, "5,000");
    await pay(service, reference);
    return collection.reference;
  },
  "collection.underpaid": async (service) => {
    const { reference, collection } = await openAccount(service, "5,000");
    await pay(service, reference, { amount: naira("2,000") });
    return collection.reference;
  },
  // Moves the merchant's whole test clock a minute ahead.
  "collection.expired": async (service) => {
    const { collection } = await openAccount(service, "5,000");
    await service.sandbox.clock.advance({ minutes: 1 });
    return collection.reference;
  },
  "collection.unmatched": async (service) => (await payLate(service)).reference,
  "credit.unmatched": unmatched,
  "credit.accepted": async (service) => {
    const reference = await unmatched(service);
    await service.unmatchedCredits.accept(reference, {});
    return reference;
  },
  "credit.returned": async (service) => {
    const reference = await unmatched(service);
    await service.unmatchedCredits.return(reference);
    return reference;
  },
  "payout.succeeded": (service) => payOut(service, GOOD_ACCOUNT),
  "payout.failed": (service) => payOut(service, service.sandbox.magicNumbers.accounts.payoutFails),
  "payout.reversed": (service) => payOut(service, service.sandbox.magicNumbers.accounts.payoutReverses),
  // Not kept: three batches that wait would leave no room for another.
  "payout_batch.ready": cancelBatch,
  "payout_batch.completed": async (service) => {
    await fund(service);
    const reference = await prepareBatch(service);
    await service.payoutBatches.start(reference, { allowDuplicates: true });
    return reference;
  },
  "payout_batch.canceled": cancelBatch,
  "refund.succeeded": (service) => refund(service, GOOD_ACCOUNT),
  "refund.failed": (service) => refund(service, service.sandbox.magicNumbers.accounts.payoutFails),
  "refund.reversed": (service) => refund(service, service.sandbox.magicNumbers.accounts.payoutReverses),
  "refund.needs_destination": (service) => refund(service),
  "refund.canceled": async (service) => {
    const reference = await refund(service);
    await service.refunds.cancel(reference);
    return reference;
  },
  "kyc.succeeded": (service) => checkBvn(service, service.sandbox.magicNumbers.identities.onePhoneOnly),
  // A wrong phone would do so five times a day only.
  "kyc.failed": (service) => checkBvn(service, service.sandbox.magicNumbers.identities.noRecord),
};

/** The types that can be triggered. */
export const eventTypes = [...Object.keys(eventMakers), WEBHOOK_TEST];

type Made = { event: string; type: string; resource?: string };

/**
 * Makes an event of a type happen, and waits for it. Returns its reference, and that of what it is about. Raises what
 * the API refuses, and an Error if the event does not come.
 */
export async function trigger(service: Service, type: string, signal: AbortSignal): Promise<Made> {
  if (type === WEBHOOK_TEST) return { event: (await service.webhookEndpoint.sendTest()).reference, type };
  const resource = await eventMakers[type]!(service);
  for (
    const start = Date.now();
    Date.now() - start < HAPPENS_WITHIN_MS;
    await sleep(POLL_MS, undefined, { signal })
  ) {
    const [event] = await service.events
      .list({ type: type as typeof WEBHOOK_TEST, subject: resource })
      .all({ max: 1 });
    if (event !== undefined) return { event: event.reference, type, resource };
  }
  throw new Error(
    `${type} of ${resource} has not happened within ${HAPPENS_WITHIN_MS / 1000} s: do workers run?`,
  );
}

/** A virtual account that expects this many naira, for one minute. */
const openAccount = (service: Service, amount: string) =>
  service.virtualAccounts.create({
    customerEmail: "payer@example.com",
    amount: naira(amount),
    expiresInMinutes: 1,
  });

const pay = (service: Service, virtualAccountReference: string, more: object = {}) =>
  service.sandbox.simulate.collectionSuccess({ virtualAccountReference, ...more });

/** Pays 2,000 naira late for a collection of 5,000, which is returned. */
async function payLate(service: Service): Promise<{ reference: string }> {
  const { reference, collection } = await openAccount(service, "5,000");
  await pay(service, reference, { late: true, amount: naira("2,000") });
  return collection;
}

async function unmatched(service: Service): Promise<string> {
  const { reference: collection } = await payLate(service);
  const [credit] = await service.unmatchedCredits.list({ collection }).all({ max: 1 });
  return credit!.reference;
}

async function payOut(service: Service, accountNumber: string): Promise<string> {
  await fund(service);
  const destination = await verify(service, accountNumber);
  const idempotencyKey = crypto.randomUUID();
  return (await service.payouts.create({ amount: naira("100"), destination }, { idempotencyKey })).reference;
}

/** Pays in if the balance does not cover 100 naira, which also causes an event. */
async function fund(service: Service): Promise<void> {
  const balance = (await service.balances.get()).find(({ available }) => available.currency === "NGN");
  if ((balance?.available.value ?? 0) < naira("100").value)
    await pay(service, (await openAccount(service, "10,000")).reference);
}

/** A batch of one payout of 100 naira, once its name has been checked. */
async function prepareBatch(service: Service): Promise<string> {
  const items = [{ amount: naira("100"), destination: await verify(service, GOOD_ACCOUNT) }];
  const idempotencyKey = crypto.randomUUID();
  let batch = await service.payoutBatches.create({ items }, { idempotencyKey });
  for (const start = Date.now(); batch.status === "validating" && Date.now() - start < HAPPENS_WITHIN_MS;) {
    await sleep(POLL_MS);
    batch = await service.payoutBatches.get(batch.reference);
  }
  return batch.reference;
}

/** Cancels a batch that was ready, and returns its reference. */
async function cancelBatch(service: Service): Promise<string> {
  const reference = await prepareBatch(service);
  await service.payoutBatches.cancel(reference);
  return reference;
}

/** Refunds a payment of 100 naira, to an account or to that of a payer whose account has another name. */
async function refund(service: Service, accountNumber?: string): Promise<string> {
  const { reference, collection } = await openAccount(service, "100");
  await pay(service, reference, { senderName: "SOMEBODY ELSE" });
  const destination =
    accountNumber === undefined ? {} : { destination: await verify(service, accountNumber) };
  const body = { collection: collection.reference, reason: "other" as const, ...destination };
  return (await service.refunds.create(body, { idempotencyKey: crypto.randomUUID() })).reference;
}

const verify = (service: Service, accountNumber: string) =>
  service.banks.verifyAccount({ bankCode: "058", accountNumber });

async function checkBvn(service: Service, bvn: string): Promise<string> {
  return (await service.identityChecks.checkBvn({ bvn, phone: PHONE })).reference;
}
