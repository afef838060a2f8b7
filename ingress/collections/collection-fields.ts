import { cryptoChains, cryptoTokens } from "../../sql/collections/chains.ts";
import { MAXIMUM_COLLECTION, MINIMUM_AMOUNT } from "../../sql/ledger/money.ts";
import { minorUnits, money, oneOf, type Range } from "../http/fields.ts";

/** What one payment may be. */
export const collectionRange: Range = { currency: "NGN", from: MINIMUM_AMOUNT, upTo: MAXIMUM_COLLECTION };

/** What a payer is to pay. */
export const collectionAmount = money(collectionRange);

/** The same without its currency, where the documented API shows a plain integer. */
export const collectionKobo = minorUnits(collectionRange);

/** What a payer is to pay in crypto. */
export const cryptoAmount = money({ ...collectionRange, currency: "USD" });

export const chain = oneOf(cryptoChains);

export const token = oneOf(cryptoTokens);
