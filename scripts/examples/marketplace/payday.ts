import { randomUUID } from "node:crypto";
import type { Service } from "../../../sdk/node/index.ts";
import type { Ask } from "./play-people.ts";
import { until } from "./handle-events.ts";
import { isOut, kobo, planned, sum, type Payout, type Tables } from "./tables.ts";

/**
 * Pays all sellers what we owe them in one batch. Asks those whose accounts are wrong, and leaves out who does not
 * answer: that stays owed. Waits until every payout has ended.
 */
export async function payday(service: Service, tables: Tables, ask: Ask): Promise<void> {
  const key = `payday-${randomUUID()}`;
  const payouts: Payout[] = [];
  for (const seller of tables.sellers.values()) {
    const amount = tables.owedTo(seller);
    const last = [...tables.payouts.values()].findLast((payout) => payout.seller === seller.id);
    // An account that could not be paid has to be corrected first.
    const account = last === undefined || isOut(last) ? seller.account : ask(seller);
    if (amount === 0 || account === undefined) continue;
    seller.account = account;
    payouts.push({ ...planned(`${key}-${seller.id}`, amount), seller: seller.id, payday: key });
  }
  // Kept before the request: repeated after a crash, it has the same key, and nobody is paid twice.
  for (const payout of payouts) tables.payouts.set(payout.id, payout);

  const batches = service.payoutBatches;
  const itemOf = ({ id, seller, amount }: Payout) => ({
    amount: kobo(amount),
    destination: tables.sellers.get(seller)!.account,
    merchantReference: id,
    narration: "Your sales",
  });
  const { reference } = await batches.create(
    { name: key, items: payouts.map(itemOf) },
    { idempotencyKey: key },
  );
  for (const payout of payouts) payout.batch = reference;
  const isReady = async () => (await batches.get(reference)).status === "ready";
  await until("the banks' names", isReady);

  for await (const item of batches.items.list(reference, { status: "invalid" })) {
    const payout = tables.payouts.get(item.merchantReference!)!;
    const seller = tables.sellers.get(payout.seller)!;
    const account = ask(seller);
    if (account === undefined) {
      payout.status = "left_out";
      continue;
    }
    seller.account = account;
    await batches.items.replace(reference, item.index, itemOf(payout));
  }
  await until("the corrected accounts' names", isReady);

  const going = payouts.filter(isOut);
  const { fee } = await batches.get(reference);
  await batches.start(reference, {
    // A person has looked at these.
    confirmClose: true,
    skipInvalid: true,
    // What our tables say, so that nothing else is paid.
    expectedTotal: kobo(sum(going.map(({ amount }) => amount)) + fee.value),
  });
  await until(
    "the end of every payout",
    async () =>
      (await batches.get(reference)).status === "completed" &&
      going.every(({ status }) => status !== "pending"),
  );
  const outcomes = [...Map.groupBy(payouts, ({ status }) => status)];
  console.log(`Payday: ${outcomes.map(([status, those]) => `${those.length} ${status}`).join(", ")}.`);
}
