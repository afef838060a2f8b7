import { sumBalanceDays } from "../../sql/books/balance-days.ts";
import { openCollection } from "../../sql/collections/collections.ts";
import { createMerchant, setKybStatus } from "../../sql/merchants/merchants.ts";
import type { Database } from "../../sql/process/database.ts";
import { createVirtualAccount, destination, saveAccount } from "../helpers/records.ts";
import {
  accept,
  buy,
  expectCrypto,
  passTime,
  pay,
  reachMidnight,
  resolve,
  sell,
  settle,
} from "./collection-commands.ts";
import { givePolicy } from "../approvals/team.ts";
import { decidePayment } from "./approval-commands.ts";
import { createBatch, finishBatches, moveBatch, workOnBatches } from "./batch-commands.ts";
import { sweep } from "../payout-batches/batch-steps.ts";
import { refundCharges, remitTax, withdrawExemption } from "./charge-commands.ts";
import { checkIdentity, letGrowOld, resolveIdentity } from "./identity-commands.ts";
import type { Command, World } from "./ledger-world.ts";
import { movePayout, payOut } from "./payout-commands.ts";
import { refund, sendBack, setDestination } from "./refund-commands.ts";

/** Some payouts of the highest price. */
const OPENING = 150_000_00n;

/** Whose account is known can get the money back. */
const payer = {
  name: destination.accountName,
  accountNumber: destination.accountNumber,
  bankName: "Access Bank",
};

/** Two new merchants with money in both of their environments and an account to pay out to. */
export async function createWorld(database: Database, databaseUrl: string): Promise<World> {
  const world: World = {
    database,
    databaseUrl,
    startedAt: new Date(),
    tenants: [],
    openings: [],
    accounts: [],
    slugs: [],
    cryptos: [],
    transactions: [],
    payouts: [],
    batches: [],
    identities: [],
    withdrawn: new Map(),
    endingMonth: new Set(),
    months: [],
    remitted: new Map(),
    checkedUntil: 0n,
  };
  const merchants = ["Kaduna Books", "Jos Lamps"].map((name) =>
    createMerchant(database, { name, email: "owner@shop.example", acting: {} }),
  );
  for (const { id: merchantId } of await Promise.all(merchants)) {
    await setKybStatus(database, { merchantId, status: "approved", acting: {} });
    for (const environment of ["test", "live"] as const) world.tenants.push({ merchantId, environment });
  }
  world.openings = await Promise.all(
    world.tenants.map(async (tenant) => {
      await saveAccount(database, tenant, destination, { isDefault: true });
      const { reference } = await createVirtualAccount(database, tenant, OPENING);
      await pay(world, { tenant, recipient: reference, amount: OPENING, payer });
      return reference;
    }),
  );
  return world;
}

/** Runs one command. Rejects for what no caller may ever meet: any error of the database. */
export async function run(world: World, command: Command): Promise<void> {
  const { database } = world;
  const among = <Item>(items: readonly Item[]): Item | undefined => items[command.on % items.length];
  switch (command.do) {
    case "expect payment": {
      const tenant = among(world.tenants)!;
      const { reference } = await createVirtualAccount(database, tenant, BigInt(command.amount));
      world.accounts.push({ tenant, reference, amount: BigInt(command.amount) });
      return;
    }
    case "pay": {
      const account = among(world.accounts);
      if (account === undefined) return;
      const { tenant, reference: recipient } = account;
      const amount = { all: account.amount, half: account.amount / 2n, more: account.amount + 7n }[
        command.part
      ];
      return pay(world, { ...command, tenant, recipient, amount });
    }
    case "pay again": {
      const nth = command.on % world.tenants.length;
      const [tenant, recipient] = [world.tenants[nth]!, world.openings[nth]!];
      return pay(world, { tenant, recipient, amount: BigInt(command.amount), payer });
    }
    case "pay nobody": {
      const { environment } = among(world.tenants)!;
      return pay(world, { tenant: undefined, environment, recipient: "va_of_somebody_else", amount: 900n });
    }
    case "settle": {
      const transaction = among(world.transactions);
      if (transaction !== undefined) await settle(world, transaction);
      return;
    }
    case "resolve": {
      const transaction = among(world.transactions);
      const adopter = world.tenants[command.for % world.tenants.length]!;
      if (transaction !== undefined) await resolve(world, transaction, command.how, adopter);
      return;
    }
    case "accept": {
      const transaction = among(world.transactions);
      if (transaction !== undefined) await accept(world, transaction, command.as);
      return;
    }
    case "return":
      return atOnce(command.times, () => sendBack(world, command.on));
    case "pass time":
      return passTime(world, among(world.tenants)!, command.minutes);
    case "reach midnight":
      return reachMidnight(world, among(world.tenants)!, command.isThere);
    case "reopen": {
      const account = among(world.accounts);
      if (account === undefined) return;
      const amount = BigInt(command.amount);
      const { outcome } = await openCollection(database, {
        tenant: account.tenant,
        reference: account.reference,
        amount,
      });
      if (outcome === "opened") account.amount = amount;
      return;
    }
    case "sell":
      return sell(world, among(world.tenants)!, BigInt(command.amount));
    case "buy": {
      const link = among(world.slugs);
      if (link !== undefined) await buy(world, link, command);
      return;
    }
    case "expect crypto":
      return expectCrypto(world, among(world.tenants)!, BigInt(command.amount));
    case "pay crypto": {
      const collection = among(world.cryptos);
      if (collection === undefined) return;
      const { tenant, reference: recipient, amount } = collection;
      const name = `${recipient}:${command.transaction}`;
      return pay(world, {
        tenant,
        recipient,
        amount,
        name,
        currency: "USD",
        confirmed: command.confirmed,
      });
    }
    case "pay out":
      return atOnce(command.times, () => payOut(world, among(world.tenants)!, command));
    case "create batch":
      return createBatch(world, among(world.tenants)!, command);
    case "start batch":
    case "cancel batch":
    case "send batch": {
      const batch = among(world.batches);
      if (batch !== undefined) await moveBatch(world, batch, command);
      return;
    }
    case "work on batches":
      await workOnBatches(world, among(world.tenants)!);
      return;
    case "end batches":
      await sweep(database, among(world.tenants)!);
      return;
    case "refund":
      return atOnce(command.times, () => refund(world, among(world.tenants)!, command));
    case "set destination": {
      const waiting = among(world.payouts.filter((payout) => payout.neededDestination === "still"));
      if (waiting !== undefined) await setDestination(world, waiting);
      return;
    }
    case "set policy":
      return givePolicy(database, among(world.tenants)!, command);
    case "decide approval":
      return decidePayment(world, command.on, command.approves);
    case "send payout":
    case "poll payout":
    case "cancel payout":
    case "finish payout":
    case "decide payout": {
      const payout = among(world.payouts);
      if (payout !== undefined) await movePayout(world, payout, command);
      return;
    }
    case "refund charges": {
      const payout = among(world.payouts);
      if (payout !== undefined) await refundCharges(world, payout, command.kinds);
      return;
    }
    case "withdraw exemption":
      return withdrawExemption(world, among(world.tenants)!);
    case "remit tax":
      return remitTax(world, command);
    case "end month":
      world.endingMonth.add(among(world.tenants)!.merchantId);
      return;
    case "sum days":
      await sumBalanceDays(database, { most: 1 + command.on });
      return;
    case "check identity":
      return atOnce(command.times, () => checkIdentity(world, among(world.tenants)!));
    case "let identity grow old": {
      const identity = among(world.identities);
      if (identity !== undefined) await letGrowOld(world, identity);
      return;
    }
    case "resolve identity": {
      const identity = among(world.identities);
      if (identity !== undefined) await resolveIdentity(world, identity, command.status);
      return;
    }
  }
}

async function atOnce(times: number, act: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: times }, act));
}

/** Does what is left to workers: settles what was reported, resolves what was requested. All books are checked then. */
export async function finishWork(world: World): Promise<void> {
  await Promise.all(world.transactions.map((transaction) => settle(world, transaction)));
  await Promise.all(world.identities.map((identity) => resolveIdentity(world, identity, "unavailable")));
  await finishBatches(world);
  world.checkedUntil = 0n;
}
