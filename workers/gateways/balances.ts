import type { Currency, ProviderBalance } from "../../sql/floats/floats.ts";

/** More than this of kobo is no balance but a mistake: what PostgreSQL's bigint holds, with room for sums. */
export const MOST_MINOR_UNITS = 10n ** 17n;

const currencies: readonly string[] = ["NGN", "USD"] satisfies Currency[];
const isOurs = (balance: { currency: string; amount: bigint }): balance is ProviderBalance =>
  currencies.includes(balance.currency);

/** The balances in currencies that we have floats in; providers may name others. */
export function ourBalances(balances: readonly { currency: string; amount: bigint }[]): ProviderBalance[] {
  return balances.filter(isOurs);
}

/** Whether a currency stands there twice: it is not known then which of the two counts. */
export function namesTwice(balances: readonly { currency: string }[]): boolean {
  return new Set(balances.map(({ currency }) => currency)).size < balances.length;
}
