import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { RecordedExamples } from "../../../ingress/openapi/examples.ts";
import { createRecorder, unrecorded, type Data, type Recorder } from "./create-recorder.ts";
import type { Delivery, Service } from "./start-service.ts";
import { lagosDay } from "../../helpers/lagos-day.ts";

const ARRIVES_WITHIN_MS = 30_000;

const naira = (value: number) => ({ value: value * 100, currency: "NGN" });
const dollars = (value: number) => ({ value: value * 100, currency: "USD" });
/** A day in Nigeria, so many days from now. */
const unknownReference = (prefix: string) => `${prefix}_${"0".repeat(26)}`;

/** Calls every endpoint as a merchant would, refusals included. Returns all responses and webhook deliveries. */
export async function playEndpoints(service: Service): Promise<RecordedExamples> {
  const { record, recorded } = createRecorder(service);
  await playOperations(record);
  await playEndpoint(record, service);
  await playAuthentication(record, service);
  const account = await playCollections(record);
  await playCrypto(record);
  await playLinks(record);
  await playPayouts(record, service);
  await playRefunds(record, service);
  await playUnmatched(record, service);
  await playApprovals(record, service);
  await playBatches(record, service);
  await playIdentity(record);
  await playClock(record, service, account);
  await playEvents(record, service);
  await playProvider(record, service);
  await playFailedBatch(record, service);
  return recorded();
}

async function playOperations(record: Recorder): Promise<void> {
  await record("getHealth", "Up", { key: null });
  await record("getReadiness", "Ready", { key: null });
  await record("listBanks", "The first ten of the directory");
  await record("listBanks", "Another country", { path: "/v1/banks?country=GH" });
}

async function playEndpoint(record: Recorder, { receiverUrl }: Service): Promise<void> {
  const set = (title: string, url: unknown) => record("setWebhookEndpoint", title, { body: { url } });

  await record("getWebhookEndpoint", "None is set");
  await record("sendTestEvent", "There is nowhere to send it");
  await set("The first time: the secret is shown", receiverUrl);
  await set("Another URL, or the same: the secret stays", receiverUrl);
  await set("An address that is not public", "http://169.254.169.254/latest/meta-data");
  await record("getWebhookEndpoint", "It is set");
}

async function playAuthentication(record: Recorder, { keys }: Service): Promise<void> {
  await record("getBalances", "No key", { key: null });
  await record("getBalances", "A key that does not exist", { key: "sk_test_unknown" });
  await record("getBalances", "A key of another network", { key: keys.elsewhere });
  await record("listPayouts", "A key without the scope", { key: keys.narrow });
  await record("getTestClock", "A live key", { key: keys.live });
  await record("createVirtualAccount", "A live key before the business is verified", {
    key: keys.live,
    body: { customerEmail: "payer@example.com", amount: naira(5_000) },
  });
}

async function playCollections(record: Recorder): Promise<string> {
  const open = (title: string | typeof unrecorded, amount: object) =>
    record("createVirtualAccount", title, { body: { customerEmail: "payer@example.com", amount } });
  const pay = (title: string | typeof unrecorded, virtualAccountReference: string, more: object = {}) =>
    record("simulateCollectionSuccess", title, { body: { virtualAccountReference, ...more } });

  const account = await open("An account for one payment", naira(5_000));
  await record("createVirtualAccount", "Several fields are wrong", {
    body: { customerEmail: "nobody", amount: { value: 10.5, currency: "USD" } },
  });
  await record("getVirtualAccount", "Waiting for the payment", {
    path: `/v1/virtual-accounts/${account.reference}`,
  });
  await record("getVirtualAccount", "Not there", { path: `/v1/virtual-accounts/${unknownReference("va")}` });
  await record("createCollection", "The account's collection is still open", {
    body: { virtualAccount: account.reference, amount: naira(7_500) },
  });
  await pay("The payer sends what is due", account.reference, { senderName: "Ngozi Eze" });
  await pay("It has settled already", account.reference);
  await pay("No account of the caller", unknownReference("va"));
  await record("getCollection", "Settled", { path: `/v1/collections/${account.collection.reference}` });
  await record("getCollection", "Not there", { path: `/v1/collections/${unknownReference("col")}` });
  await record("createCollection", "The next payment into the account", {
    body: { virtualAccount: account.reference, amount: naira(7_500) },
  });
  await record("createCollection", "The amount as a plain number", {
    body: { virtualAccount: unknownReference("va"), amount: 750_000, currency: "NGN" },
  });
  const rich = await open(unrecorded, naira(15_000_000));
  await pay(unrecorded, rich.reference);
  const short = await open(unrecorded, naira(2_000));
  await pay("The payer sends too little", short.reference, { amount: naira(1_500) });
  const late = await open(unrecorded, naira(2_000));
  await pay("Too little comes, after the account has expired", late.reference, {
    amount: naira(1_500),
    late: true,
  });
  await record("getCollection", "Money came that it could not use", {
    path: `/v1/collections/${late.collection.reference}`,
  });
  await record("listVirtualAccounts", "The first page", { path: "/v1/virtual-accounts?limit=2" });
  await record("listCollections", "Settled ones", { path: "/v1/collections?status=succeeded&limit=2" });
  await record("listCollections", "A limit out of range", { path: "/v1/collections?limit=0" });
  return short.reference;
}

async function playCrypto(record: Recorder): Promise<void> {
  const pay = (title: string, reference: string, more: object = {}) =>
    record("simulateCryptoPayment", title, { body: { reference, ...more } });

  const collection = await record("createCryptoCollection", "An address on Polygon", {
    body: { amount: dollars(25), customerEmail: "payer@example.com" },
  });
  await record("createCryptoCollection", "A chain that is not supported", {
    body: { amount: dollars(25), chain: "bitcoin" },
  });
  await pay("Another chain than the collection's", collection.reference, { chain: "tron" });
  await pay("Seen on the chain, not yet final", collection.reference, { confirmNow: false });
  await pay("Confirmed", collection.reference);
  await pay("It has settled already", collection.reference);
}

async function playLinks(record: Recorder): Promise<void> {
  const link = await record("createPaymentLink", "A fixed amount, paid once", {
    body: {
      title: "Order 1042",
      amountType: "fixed",
      amount: naira(12_500),
      linkType: "one_time",
      customer: { name: "Ngozi Eze", email: "ngozi@example.com" },
      successRedirectUrl: "https://shop.example.com/thanks",
    },
  });
  await record("createPaymentLink", "An amount that payers choose", {
    body: { title: "Donate", amountType: "open", minAmount: naira(500), linkType: "reusable" },
  });
  const headers = { "Idempotency-Key": randomUUID() };
  const create = (title: string, amount: object) =>
    record("createPaymentLink", title, { headers, body: { title: "Order 1044", amount } });
  await create("Safe to repeat, with an Idempotency-Key", naira(500));
  await create("The same Idempotency-Key with another body", naira(600));
  await record("createPaymentLink", "A fixed link without its amount", { body: { title: "Order 1043" } });
  const path = `/v1/payment-links/${link.slug}`;
  await record("getPaymentLink", "Active", { path });
  await record("getPaymentLink", "Not there", { path: "/v1/payment-links/AAAAAAAAAAAAAAAAAAAA" });
  await record("updatePaymentLink", "Another title, and disabled", {
    path,
    body: { title: "Order 1042, changed", status: "disabled" },
  });
  await record("updatePaymentLink", "Nothing to change", { path, body: {} });
  await record("listPaymentLinks", "All of them");
}

async function playPayouts(record: Recorder, { withoutWorkers, delivered }: Service): Promise<void> {
  const verify = (title: string | typeof unrecorded, accountNumber: string) =>
    record("verifyAccount", title, { body: { bankCode: "058", accountNumber } });
  const pay = (title: string | typeof unrecorded, body: object, key: string = randomUUID()) =>
    record("createPayout", title, { headers: { "Idempotency-Key": key }, body });

  const destination = await verify("Somebody's account", "0123456789");
  await verify("The bank knows nobody", "9999999999");
  await verify("Too short a number", "12345");

  const payout = {
    amount: naira(2_000),
    destination,
    narration: "Refund of order 1042",
    merchantReference: "refund-1042",
    metadata: { order: 1042 },
  };
  const key = "order-1042-refund";
  const { reference } = await pay("To a verified account", payout, key);
  await pay("The same key and body again", payout, key);
  await pay("The same key with another body", { ...payout, amount: naira(2_001) }, key);
  await pay("Another payout has the merchantReference", payout);
  await record("createPayout", "No Idempotency-Key", { body: payout });
  const { merchantReference: _, ...unnamed } = payout;
  await pay("More than there is", { ...unnamed, amount: naira(50_000_000) });
  await pay("More than may be paid out at once", { ...unnamed, amount: naira(12_000_000) });
  await pay("Neither a destination nor a default", { amount: naira(2_000) });
  await pay("A saved account that is not there", {
    amount: naira(2_000),
    payoutAccountId: unknownReference("pac"),
  });
  await pay("Not the holder's name", {
    ...unnamed,
    destination: { ...destination, accountName: "SOMEBODY ELSE" },
  });

  const quote = (title: string, body: object) => record("quotePayout", title, { body });
  await quote("To a verified account, with what live would cost", unnamed);
  await quote("More than there is, and no account yet", { amount: naira(50_000_000) });
  await quote("A saved account that is not there", {
    amount: naira(2_000),
    payoutAccountId: unknownReference("pac"),
  });

  for (const accountNumber of ["0000000001", "0000000003"]) {
    const other = await verify(unrecorded, accountNumber);
    await pay(unrecorded, { amount: naira(1_000), destination: other });
  }
  await waitFor("payout.reversed", delivered);
  await record("cancelPayout", "Not there", { path: `/v1/payouts/${unknownReference("pyt")}/cancel` });
  await record("cancelPayout", "It is final", { path: `/v1/payouts/${reference}/cancel` });
  await withoutWorkers(async () => {
    const pending = await pay(unrecorded, unnamed);
    await record("cancelPayout", "Canceled in time", { path: `/v1/payouts/${pending.reference}/cancel` });
  });
  await record("getPayout", "Succeeded", { path: `/v1/payouts/${reference}` });
  await record("getPayout", "Not there", { path: `/v1/payouts/${unknownReference("pyt")}` });
  await record("listPayouts", "Those that failed", { path: "/v1/payouts?status=failed" });
  await record("listPayouts", "The one with your own reference", {
    path: "/v1/payouts?merchantReference=refund-1042",
  });
  await record("listPayouts", "A parameter that does not exist", { path: "/v1/payouts?Status=failed" });
  await playPayoutAccounts(record, pay);
  await record("getBalances", "In naira and dollars");
  await record("getBalances", "In the future", { path: "/v1/balances?at=2999-01-01T00:00:00Z" });
  const movements = await record("listBalanceTransactions", "The newest payouts", {
    path: "/v1/balance-transactions?kind=payout&limit=2",
  });
  await record("getBalanceTransaction", "A payout", {
    path: `/v1/balance-transactions/${movements[0].reference}`,
  });
  await record("getBalanceTransaction", "Not there", {
    path: `/v1/balance-transactions/${unknownReference("btx")}`,
  });
  await record("getStatement", "Of two days", {
    path: `/v1/statements?from=${lagosDay(new Date(), -1)}&to=${lagosDay()}`,
  });
  await record("getStatement", "Of a day to come", {
    path: `/v1/statements?from=${lagosDay()}&to=${lagosDay(new Date(), 2)}`,
  });
}

async function playPayoutAccounts(
  record: Recorder,
  pay: (title: string | typeof unrecorded, body: object) => Promise<Data>,
): Promise<void> {
  const save = (title: string, accountNumber: string) =>
    record("createPayoutAccount", title, { body: { bankCode: "058", accountNumber } });

  const { reference } = await save("The bank gives the holder's name", "0123456780");
  await save("Saved again: the same, with the name that the bank gives now", "0123456780");
  await save("The bank knows nobody", "9999999999");
  const path = `/v1/payout-accounts/${reference}`;
  await record("getPayoutAccount", "Saved", { path });
  await record("getPayoutAccount", "Not there", { path: `/v1/payout-accounts/${unknownReference("pac")}` });
  await record("updatePayoutAccount", "Payouts without a destination go to it", {
    path,
    body: { isDefault: true },
  });
  await record("listPayoutAccounts", "All of them");
  await pay("To the default account", { amount: naira(2_000) });
  await record("removePayoutAccount", "The default one too", { path: `${path}/remove` });
  await record("removePayoutAccount", "It is gone", { path: `${path}/remove` });
  await pay("A saved account that was removed", { amount: naira(2_000), payoutAccountId: reference });
}

async function playRefunds(record: Recorder, { delivered }: Service): Promise<void> {
  const key = () => ({ "Idempotency-Key": randomUUID() });
  const payIn = async (more: object = {}) => {
    const body = { customerEmail: "payer@example.com", amount: naira(5_000) };
    const { reference, collection } = await record("createVirtualAccount", unrecorded, { body });
    await record("simulateCollectionSuccess", unrecorded, {
      body: { virtualAccountReference: reference, ...more },
    });
    return collection.reference;
  };
  const collection = await payIn();
  const refund = {
    collection,
    amount: naira(2_000),
    reason: "customer_request",
    note: "Two shirts returned",
  };
  const headers = key();
  const { reference } = await record("createRefund", "A part, to the account that paid", {
    body: refund,
    headers,
  });
  await record("createRefund", "The same key and body again", { body: refund, headers });
  await record("createRefund", "More than was received", {
    body: { collection, amount: naira(5_001), reason: "duplicate" },
    headers: key(),
  });
  await record("createRefund", "No such collection", {
    body: { collection: unknownReference("col"), reason: "other" },
    headers: key(),
  });
  const unknown = { collection: await payIn({ senderName: "Ngozi Eze" }), reason: "not_delivered" };
  const waiting = await record("createRefund", "The payer's account can't be confirmed", {
    body: unknown,
    headers: key(),
  });
  const path = `/v1/refunds/${waiting.reference}`;
  const verify = (accountNumber: string) =>
    record("verifyAccount", unrecorded, { body: { bankCode: "058", accountNumber } });
  for (const accountNumber of ["0000000001", "0000000003"]) {
    const destination = await verify(accountNumber);
    const body = { collection, amount: naira(1_000), reason: "other", destination };
    await record("createRefund", unrecorded, { body, headers: key() });
  }
  await waitFor("refund.reversed", delivered);
  const destination = await verify("0123456789");
  const set = { path: `${path}/destination`, body: { destination } };
  await record("setRefundDestination", "An account that the payer named", set);
  await record("setRefundDestination", "It has one", set);
  await record("cancelRefund", "Not there", { path: `/v1/refunds/${unknownReference("rfd")}/cancel` });
  const canceled = await record("createRefund", unrecorded, {
    body: { ...unknown, collection: await payIn({ senderName: "Ngozi Eze" }) },
    headers: key(),
  });
  await record("cancelRefund", "Canceled in time", { path: `/v1/refunds/${canceled.reference}/cancel` });
  await record("getRefund", "A part of a collection", { path: `/v1/refunds/${reference}` });
  await record("getRefund", "Not there", { path: `/v1/refunds/${unknownReference("rfd")}` });
  await record("listRefunds", "Those of a collection", { path: `/v1/refunds?collection=${collection}` });
}

async function playApprovals(record: Recorder, { keys, delivered, withPolicy }: Service): Promise<void> {
  const once = () => ({ "Idempotency-Key": randomUUID() });
  const key = keys.approving;
  const amount = naira(150_000);
  const body = { customerEmail: "payer@example.com", amount };
  const { reference: virtualAccountReference, collection } = await record(
    "createVirtualAccount",
    unrecorded,
    {
      body,
    },
  );
  await record("simulateCollectionSuccess", unrecorded, { body: { virtualAccountReference } });
  const account = { bankCode: "058", accountNumber: "0123456789" };
  const destination = await record("verifyAccount", unrecorded, { body: account });
  await withPolicy(async () => {
    const pay = (title: string | typeof unrecorded) =>
      record("createPayout", title, { body: { amount, destination }, headers: once() });
    const refund = { collection: collection.reference, reason: "customer_request" };
    await record("createRefund", "It needs approval", { body: refund, headers: once() });
    const [payout, other] = [await pay("It needs approval"), await pay(unrecorded)];
    await record("listApprovals", "What waits", { key });
    await record("listApprovals", "A key without the scope");
    const path = `/v1/approvals/${payout.reference}/approve`;
    await record("approvePayment", "A payout", { path, key });
    await record("approvePayment", "Somebody has decided", { path, key });
    await record("approvePayment", "Not there", {
      path: `/v1/approvals/${unknownReference("pyt")}/approve`,
      key,
    });
    await record("rejectPayment", "A payout", { path: `/v1/approvals/${other.reference}/reject`, key });
    await waitFor("payout.canceled", delivered);
  });
}

async function playBatches(record: Recorder, { delivered, withPolicy }: Service): Promise<void> {
  const key = () => ({ "Idempotency-Key": randomUUID() });
  const path = (reference: string, rest = "") => `/v1/payout-batches/${reference}${rest}`;
  const until = async (reference: string, status: string) => {
    const deadline = Date.now() + ARRIVES_WITHIN_MS;
    while ((await record("getPayoutBatch", unrecorded, { path: path(reference) })).status !== status) {
      if (Date.now() > deadline) throw new Error(`the batch did not become ${status}`);
      await sleep(200);
    }
  };
  const item = (accountNumber: string, more: object = {}) => ({
    amount: naira(1_000),
    destination: { bankCode: "058", accountNumber },
    confirm: true,
    ...more,
  });
  const account = await record("createVirtualAccount", unrecorded, {
    body: { customerEmail: "payer@example.com", amount: naira(500_000) },
  });
  await record("simulateCollectionSuccess", unrecorded, {
    body: { virtualAccountReference: account.reference },
  });
  const elsewhere = item("0123456780", { destination: { bankCode: "999", accountNumber: "0123456780" } });
  const headers = key();
  const body = {
    name: "Sellers, week 48",
    items: [item("3012345678", { merchantReference: "seller-17" }), item("0000000001"), elsewhere],
  };
  const { reference } = await record("createPayoutBatch", "Three items, one with a mistake", {
    body,
    headers,
  });
  await record("createPayoutBatch", "The same key and body again", { body, headers });
  await record("createPayoutBatch", "A file without amounts", {
    body: { csv: "bank,account_number\n058,0123456789\n" },
    headers: key(),
  });
  await record("startPayoutBatch", "Its names are being checked", {
    path: path(reference, "/start"),
    body: {},
  });
  await until(reference, "ready");
  await record("listBatchItems", "Its mistakes", { path: path(reference, "/items?status=invalid") });
  await record("replaceBatchItem", "With another account", {
    path: path(reference, "/items/2"),
    body: { ...item("0123456780"), amount: naira(2_000) },
  });
  await until(reference, "ready");
  await record("getPayoutBatch", "Ready", { path: path(reference) });
  await record("startPayoutBatch", "It costs less", {
    path: path(reference, "/start"),
    body: { expectedTotal: naira(5_000) },
  });
  await record("startPayoutBatch", "All of it", {
    path: path(reference, "/start"),
    body: { expectedTotal: naira(4_000), allowDuplicates: true },
  });
  await until(reference, "completed");
  await record("getBatchResults", "One failed", { path: path(reference, "/results") });
  await record("retryPayoutBatch", "What failed", {
    path: path(reference, "/retry"),
    body: { allowDuplicates: true },
  });
  await until(reference, "completed");
  const open = await record("createPayoutBatch", unrecorded, {
    body: { items: [item("0123456781")] },
    headers: key(),
  });
  await record("cancelPayoutBatch", "Before its start", { path: path(open.reference, "/cancel") });
  await record("listPayoutBatches", "Those that are over", {
    path: "/v1/payout-batches?status=completed,canceled",
  });
  await record("getPayoutBatch", "Not there", { path: path(unknownReference("bat")) });
  await withPolicy(async () => {
    const waiting = await record("createPayoutBatch", unrecorded, {
      body: { items: [item("0123456782", { amount: naira(150_000) })] },
      headers: key(),
    });
    await until(waiting.reference, "ready");
    await record("startPayoutBatch", unrecorded, { path: path(waiting.reference, "/start"), body: {} });
    await waitFor("payout_batch.awaiting_approval", delivered);
    await record("cancelPayoutBatch", unrecorded, { path: path(waiting.reference, "/cancel") });
  });
}

/** A batch whose bank can't be reached for a day, which passes on the test clock. */
async function playFailedBatch(record: Recorder, { delivered }: Service): Promise<void> {
  const destination = { bankCode: "058", accountNumber: "9999999998" };
  await record("createPayoutBatch", unrecorded, {
    body: { items: [{ amount: naira(1_000), destination }] },
    headers: { "Idempotency-Key": randomUUID() },
  });
  await record("advanceTestClock", unrecorded, { body: { minutes: 25 * 60 } });
  await waitFor("payout_batch.failed", delivered);
}

async function playUnmatched(record: Recorder, { delivered }: Service): Promise<void> {
  const overpay = async () => {
    const body = { customerEmail: "payer@example.com", amount: naira(5_000) };
    const { reference, collection } = await record("createVirtualAccount", unrecorded, { body });
    await record("simulateCollectionSuccess", unrecorded, {
      body: { virtualAccountReference: reference, late: true, amount: naira(2_000) },
    });
    return collection.reference as string;
  };
  const collection = await overpay();
  const [waiting] = await record("listUnmatchedCredits", "Those of a collection", {
    path: `/v1/unmatched-credits?collection=${collection}`,
  });
  const path = `/v1/unmatched-credits/${waiting.reference}`;
  const accept = `${path}/accept`;
  await record("acceptCredit", "Too little for the collection", { path: accept, body: { collection } });
  await record("acceptCredit", "As a collection of its own", { path: accept, body: {} });
  const [other] = await record("listUnmatchedCredits", unrecorded, {
    path: `/v1/unmatched-credits?collection=${await overpay()}`,
  });
  const back = { path: `/v1/unmatched-credits/${other.reference}/return` };
  await record("returnCredit", "To the account that paid", back);
  await record("returnCredit", "It is on its way", back);
  await waitFor("credit.returned", delivered);
  await record("getUnmatchedCredit", "It was accepted", { path });
  await record("getUnmatchedCredit", "Not there", {
    path: `/v1/unmatched-credits/${unknownReference("crd")}`,
  });
}

async function playIdentity(record: Recorder): Promise<void> {
  const checked = await record("checkBvn", "It matches", {
    body: { bvn: "22123456789", phone: "08031234567" },
  });
  await record("checkBvn", "Again: served from the cache", {
    body: { bvn: "22123456789", phone: "+234 803 123 4567" },
  });
  await record("checkBvn", "The record has another phone", {
    body: { bvn: "22123456789", phone: "08039999999" },
  });
  await record("checkBvn", "No record", { body: { bvn: "00000000000", phone: "08031234567" } });
  await record("checkBvn", "The provider cannot tell", {
    body: { bvn: "99999999999", phone: "08031234567" },
  });
  await record("checkBvn", "Too short", { body: { bvn: "123", phone: "0803" } });
  await record("checkNin", "It matches", { body: { nin: "70123456789", phone: "08031234567" } });
  await record("listIdentityChecks", "Of BVNs", { path: "/v1/kyc/requests?type=bvn&limit=2" });
  await record("getIdentityCheck", "It matched", { path: `/v1/kyc/requests/${checked.reference}` });
}

async function playClock(record: Recorder, { delivered }: Service, account: string): Promise<void> {
  await record("getTestClock", "Real time");
  await record("advanceTestClock", "An hour ahead", { body: { minutes: 60 } });
  await record("advanceTestClock", "Backwards", { body: { minutes: -1 } });
  await waitFor("collection.expired", delivered);
  await record("simulateCollectionSuccess", "It has expired", { body: { virtualAccountReference: account } });
}

async function playEvents(record: Recorder, { delivered }: Service): Promise<void> {
  const [event] = await record("listEvents", "Settled collections", {
    path: "/v1/events?type=collection.success&limit=1",
  });
  await record("getEvent", "Delivered", { path: `/v1/events/${event.reference}` });
  await record("getEvent", "Not there", { path: `/v1/events/${unknownReference("evt")}` });
  await record("listAttempts", "One was enough", { path: `/v1/events/${event.reference}/attempts` });
  await record("getAttempt", "The first", { path: `/v1/events/${event.reference}/attempts/1` });
  await record("getAttempt", "Not there", { path: `/v1/events/${event.reference}/attempts/7` });
  await record("replayEvent", "Once more", { path: `/v1/events/${event.reference}/replay` });
  await record("replayEvent", "Not there", { path: `/v1/events/${unknownReference("evt")}/replay` });
  await record("listRequests", "Refused payouts", {
    path: "/v1/requests?path=/v1/payouts&statusClass=4xx&limit=1",
  });
  const { now } = await record("getTestClock", unrecorded);
  const since = (hours: number) => new Date(Date.parse(now) - hours * 3_600_000).toISOString();
  await record("recoverEvents", "What failed in the last hour", { body: { since: since(1) } });
  await record("recoverEvents", "Too long ago", { body: { since: since(24 * 365) } });

  await record("sendTestEvent", "On its way");
  await waitFor("webhook.test", delivered);
  await record("rotateWebhookSecret", "The old secret signs for another hour", { body: { overlapHours: 1 } });
  await record("rotateWebhookSecret", "Another overlap", { body: { overlapHours: 2 } });
  await record("signEvent", "While the secret is rotated", { path: `/v1/events/${event.reference}/sign` });
}

async function playProvider(record: Recorder, { providerSecret }: Service): Promise<void> {
  const body = {
    id: "nip-000013261121",
    recipient: unknownReference("va"),
    amount: naira(5_000),
    payer: { name: "NGOZI EZE" },
  };
  const time = Math.floor(Date.now() / 1000);
  const digest = createHmac("sha256", providerSecret)
    .update(`${time}.${JSON.stringify(body)}`)
    .digest("hex");
  const hidden = { "x-provider-signature": `t=${time},v1=${digest}` };
  await record("recordProviderCredit", "A payment", { key: null, body, hidden });
  await record("recordProviderCredit", "The same payment again", { key: null, body, hidden });
  await record("recordProviderCredit", "No signature", { key: null, body });
}

async function waitFor(type: string, delivered: Delivery[]): Promise<void> {
  const deadline = Date.now() + ARRIVES_WITHIN_MS;
  while (!delivered.some(({ body }) => body.type === type)) {
    if (Date.now() > deadline) throw new Error(`${type} was not delivered`);
    await sleep(100);
  }
}
