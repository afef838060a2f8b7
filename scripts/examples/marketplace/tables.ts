import type { Schemas } from "../../../sdk/node/index.ts";

export type Account = { bankCode: string; accountNumber: string; accountName: string };

export type Seller = {
  id: string;
  /** As the seller wrote it. */
  account: Account;
};

export type Order = {
  id: string;
  seller: string;
  price: number;
  /** The reference of its collection, once it has one. */
  collection: string | undefined;
  /** What our balance got for it: 0 until it's paid. */
  received: number;
};

type Transfer = {
  /** Made before the request. The service has it too, so events are found by it. */
  id: string;
  amount: number;
  /** Known once the transfer has ended. */
  fee: number;
  /** The service's, once we know it. */
  reference: string | undefined;
  status: Schemas["Payout"]["status"] | "left_out";
  updatedAt: string;
};

export type Refund = Transfer & { order: string };
export type Payout = Transfer & { seller: string; payday: string; batch?: string };
/** Money that matched no open order, and what returning it costs us. */
type Credit = Schemas["UnmatchedCredit"] & { fee: number };

/** What a row of ours should have moved in our balance, by the service's reference of what moved it. */
export type Line = { table: string; id: string; source: string | undefined; net: number };

/** Of what a buyer pays. The rest is the seller's. */
const COMMISSION_PERCENT = 10;

/**
 * The marketplace's own tables, with amounts in kobo. They are lost when it ends: a real one has them in its database,
 * so that it can repeat a request after a crash, with the same key.
 */
export class Tables {
  readonly sellers = new Map<string, Seller>();
  readonly orders = new Map<string, Order>();
  readonly credits = new Map<string, Credit>();
  readonly refunds = new Map<string, Refund>();
  readonly payouts = new Map<string, Payout>();

  orderOf(collection: string): Order | undefined {
    return this.orders.values().find((order) => order.collection === collection);
  }

  /** What a seller has earned, and we haven't paid. */
  owedTo({ id }: Seller): number {
    const orders = this.orders.values().filter(({ seller }) => seller === id);
    const payouts = this.payouts.values().filter((payout) => payout.seller === id && isOut(payout));
    return sum(orders.map((order) => this.#shareOf(order))) - sum(payouts.map(({ amount }) => amount));
  }

  owedToSellers(): number {
    return sum(this.sellers.values().map((seller) => this.owedTo(seller)));
  }

  /** Our commission, and what buyers paid too much, less fees. */
  earned(): number {
    const orders = this.orders.values();
    const kept = orders.map((order) => order.received - this.#refundedOf(order) - this.#shareOf(order));
    const fees = [...this.payouts.values(), ...this.refunds.values(), ...this.credits.values()].map(feeOf);
    return sum(kept) - sum(fees);
  }

  *lines(): Generator<Line> {
    for (const { id, collection, received } of this.orders.values())
      if (received > 0) yield { table: "Orders", id, source: collection, net: received };
    for (const refund of this.refunds.values()) {
      const net = -feeOf(refund) - (isOut(refund) ? refund.amount : 0);
      yield { table: "Refunds", id: refund.id, source: refund.reference, net };
    }
    for (const { reference, refund, fee } of this.credits.values())
      if (refund !== undefined) yield { table: "Returned credits", id: reference, source: refund, net: -fee };

    // A batch takes all of its payouts' money at once. What fails or comes back has a movement of its own.
    const sent = this.payouts.values().filter(({ status }) => status !== "left_out");
    for (const [payday, payouts] of Map.groupBy(sent, (payout) => payout.payday)) {
      const net = -sum(payouts.map(({ amount, fee }) => amount + fee));
      yield { table: "Paydays", id: payday, source: payouts[0]!.batch, net };
      for (const payout of payouts.filter((each) => !isOut(each))) {
        const back = payout.amount + payout.fee - feeOf(payout);
        yield { table: "Returned payouts", id: payout.id, source: payout.reference, net: back };
      }
    }
  }

  #refundedOf({ id }: Order): number {
    const refunds = this.refunds.values().filter((refund) => refund.order === id && isOut(refund));
    return sum(refunds.map(({ amount }) => amount));
  }

  #shareOf(order: Order): number {
    if (order.received === 0) return 0;
    const kept = order.price - this.#refundedOf(order);
    return kept - Math.round((kept * COMMISSION_PERCENT) / 100);
  }
}

/** A transfer that is about to be requested. */
export const planned = (id: string, amount: number): Transfer => ({
  id,
  amount,
  fee: 0,
  reference: undefined,
  status: "pending",
  updatedAt: "",
});

/** Whether a transfer's money has left our balance and is not back. */
export const isOut = ({ status }: Transfer) =>
  !["failed", "canceled", "reversed", "left_out"].includes(status);

/** What fails is free. */
const feeOf = ({ fee, status }: { fee: number; status: string }) => (status === "failed" ? 0 : fee);

export const kobo = (value: number) => ({ value, currency: "NGN" as const });

export const sum = (values: Iterable<number>) =>
  Iterator.from(values).reduce((total, value) => total + value, 0);
