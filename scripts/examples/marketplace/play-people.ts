import { randomInt, randomUUID } from "node:crypto";
import type { Service } from "../../../sdk/node/index.ts";
import { until } from "./handle-events.ts";
import { kobo, type Account, type Order, type Seller, type Tables } from "./tables.ts";

/** A seller's answer when we ask about the account; undefined if there is none. */
export type Ask = (seller: Seller) => Account | undefined;

/** Plays 50 sellers who sign up. Nobody checks what they write about their accounts before payday. */
export async function signUpSellers(service: Service, tables: Tables): Promise<Ask> {
  const { doesNotResolve, payoutFails, payoutReverses } = service.sandbox.magicNumbers.accounts;
  const find = async (bankCode: string, accountNumber: string): Promise<Account> => {
    const { accountName } = await service.banks.verifyAccount({ bankCode, accountNumber });
    return { bankCode, accountNumber, accountName };
  };
  const answers = new Map<string, Account>();
  await inGroups(50, async (n) => {
    const id = `seller-${n + 1}`;
    const right = await find("058", String(randomInt(10 ** 9, 9 * 10 ** 9)));
    const mistakes: Record<number, () => Account | Promise<Account>> = {
      40: () => ({ ...right, accountName: "Zuma Rock Fabrics" }),
      41: () => ({ ...right, accountName: "Lekki Lights" }),
      42: () => ({ ...right, accountNumber: doesNotResolve }),
      43: () => find("044", payoutFails),
      44: () => find("057", payoutFails),
      45: () => find("044", payoutReverses),
    };
    // The names of the last four are only close.
    const close = { ...right, accountName: right.accountName.split(" ").toReversed().join(" ") };
    const account = (await mistakes[n]?.()) ?? (n >= 46 ? close : right);
    tables.sellers.set(id, { id, account });
    if (n !== 41 && n !== 44) answers.set(id, right);
  });
  return ({ id }) => answers.get(id);
}

/** Plays 60 buyers who order, and most of whom pay. Waits until our tables have what they paid. */
export async function playBuyers(service: Service, tables: Tables): Promise<void> {
  const run = randomUUID().slice(0, 8);
  let payments = 0;
  await inGroups(60, async (n) => {
    const order: Order = {
      id: `order-${run}-${n + 1}`,
      seller: `seller-${(n % 50) + 1}`,
      price: randomInt(200_000, 2_000_000),
      collection: undefined,
      received: 0,
    };
    tables.orders.set(order.id, order);
    const account = await service.virtualAccounts.create(
      { customerEmail: "buyer@example.com", amount: kobo(order.price), merchantReference: order.id },
      { idempotencyKey: order.id },
    );
    order.collection = account.collection.reference;
    const paid: Record<number, object[]> = {
      50: [{ late: true }],
      51: [{}, { again: true }],
      52: [{ late: true, amount: kobo(order.price + 50_000) }],
      53: [{ late: true, amount: kobo(order.price - 50_000) }],
      54: [],
    };
    for (const payment of paid[n] ?? [{}]) {
      await service.sandbox.simulate.collectionSuccess({
        virtualAccountReference: account.reference,
        ...payment,
      });
      payments += 1;
    }
  });
  const isPaid = ({ received }: Order) => received > 0;
  await until(
    "the events of what buyers paid",
    () => [...tables.orders.values()].filter(isPaid).length + tables.credits.size === payments,
  );
}

/** Ten at a time. */
async function inGroups(count: number, run: (n: number) => Promise<void>): Promise<void> {
  const all = Array.from({ length: count }, (_, n) => n);
  for (let first = 0; first < count; first += 10) await Promise.all(all.slice(first, first + 10).map(run));
}
