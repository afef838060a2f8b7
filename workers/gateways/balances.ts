import type { Currency, ProviderBalance } from "../../sql/floats/floats.ts";

/** A larger balance in kobo must be a mistake: the most that PostgreSQL's bigint holds, with room for sums. */
export const MOST_MINOR_UNITS = 10n ** 17n;

const currencies: readonly string[] = ["NGN", "USD"] satisfies Currency[];
const isOurs = (balance: { currency: string; amount: bigint }): balance is ProviderBalance =>
  currencies.includes(balance.currency);

/** The balances in currencies that we have floats in; providers may name others. */
export function ourBalances(balances: readonly { currency: string; amount: bigint }[]): ProviderBalance[] {
  return balances.filter(isOurs);
}

/** Whether a currency is listed twice: it is unknown then which one counts. */
export function namesTwice(balances: readonly { currency: string }[]): boolean {
  return new Set(balances.map(({ currency }) => currency)).size < balances.length;
}
