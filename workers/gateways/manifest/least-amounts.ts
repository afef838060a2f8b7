import { MINIMUM_AMOUNT } from "../../../sql/ledger/money.ts";

/** The least of a live payout, and of what a payer pays into a live account, in kobo. */
export type LeastAmounts = { payout: number; collection: number };

/** For providers that name no least amount: a payout of less is not worth its fees. */
export const usualLeast: LeastAmounts = { payout: 10_000, collection: MINIMUM_AMOUNT };
