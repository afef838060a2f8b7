import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../api/client.ts";
import type { paths } from "../api/dist/schema.d.ts";
import type { Environment, Payout, PayoutQuote, Refund } from "../api/types.ts";
import { formatMoney } from "../components/values/money.tsx";
import type { Fact } from "../components/values/facts.tsx";

type Quoted = paths["/{environment}/payouts/quote"]["post"]["requestBody"]["content"]["application/json"];

/** Between two letters that somebody types. */
const TYPING_MS = 300;

/**
 * What a payout would cost and meet now; nothing for undefined. Until the quote of what was typed last is there, the
 * one before it is shown.
 */
export const quoteQuery = (environment: Environment, body: Quoted | undefined) =>
  queryOptions({
    // Each live update asks again: the balance may be another one.
    queryKey: [environment, "payout-quote", body],
    queryFn: async ({ signal }) => {
      // The next letter ends this one.
      await new Promise((resolve) => setTimeout(resolve, TYPING_MS));
      signal.throwIfAborted();
      return dataOf(
        api.POST("/{environment}/payouts/quote", { params: { path: { environment } }, body: body!, signal }),
      );
    },
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
  });

/** Kinds that we don't know yet have their own name. */
const feeNames: Record<string, string> = { service: "Service fee", vat: "VAT", stamp_duty: "Stamp duty" };

/** A fee by kind, as a list of facts shows it. */
export const feeFacts = (fees: Payout["fees"]): Fact[] =>
  fees.map(({ kind, amount }) => [feeNames[kind] ?? kind, amount]);

const totals: Record<Refund["status"], string> = {
  needs_destination: "Reserved in your balance",
  awaiting_approval: "Reserved in your balance",
  pending: "Reserved in your balance",
  processing: "Reserved in your balance",
  succeeded: "Deducted from your balance",
  failed: "Returned to your balance",
  reversed: "Returned to your balance",
  canceled: "Returned to your balance",
};

/**
 * What a payout or a refund costs, and where the money is. When it is reversed, the fees are not returned. An unmatched
 * payment that is returned was never in the balance.
 */
export function chargeFacts(transfer: Payout | Refund): Fact[] {
  const { status, amount, fee, fees } = transfer;
  const total = ("unmatchedCredit" in transfer ? 0 : amount.value) + (status === "reversed" ? 0 : fee.value);
  return [
    ...feeFacts(fees.filter((one) => one.amount.value > 0)),
    [totals[status], total > 0 ? { ...amount, value: total } : undefined],
  ];
}

/** What a payout costs and leaves, as a list of facts shows it. */
export function priceFacts({ fees, fee, total, balance }: PayoutQuote): Fact[] {
  const { available, sufficient } = balance;
  return [
    ...(fee.value === 0 ? [] : feeFacts(fees)),
    ["Deducted from your balance", total],
    ["Balance after", sufficient ? { ...available, value: available.value - total.value } : undefined],
  ];
}

/** Why a payout would be refused; undefined if it would not. `hasAccount`: the quote is of the account to be paid. */
export function problemOf(
  { limits, balance, fee, frozen, blocked }: PayoutQuote,
  hasAccount: boolean,
): string | undefined {
  const reached = limits.find(
    ({ limit, fits }) => !fits && (hasAccount || limit === "payout" || limit === "day"),
  );
  if (frozen && hasAccount) return "Payouts are paused. Try again later.";
  if (blocked && hasAccount) return "Payouts to this account aren’t allowed.";
  if (reached?.limit === "payout")
    return `A single payout can be up to ${shown(reached.most)}. Limits are under Settings.`;
  if (!balance.sufficient) {
    const most = Math.max(0, balance.available.value - fee.value);
    return `You can send up to ${shown({ ...fee, value: most })} plus the fee.`;
  }
  if (reached === undefined) return undefined;
  const where = reached.limit === "day" ? "today" : "to this account today";
  return `You can send ${shown(reached.left ?? 0)} more ${where}. Limits are under Settings.`;
}

const shown = (left: number | Payout["amount"]) =>
  typeof left === "number" ? `${left} ${left === 1 ? "payout" : "payouts"}` : formatMoney(left);
