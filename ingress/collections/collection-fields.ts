import { z } from "zod";
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

const minorUnitsRule = `must be a whole number of minor units from 1 to ${Number.MAX_SAFE_INTEGER}`;

/** What came in, in one of the currencies that we hold accounts in. */
export const creditAmount = z.object(
  {
    value: z
      .int({ error: minorUnitsRule })
      .min(1, { error: minorUnitsRule })
      .transform(BigInt)
      .meta({ rule: minorUnitsRule }),
    currency: z.enum(["NGN", "USD"], { error: "must be NGN or USD" }),
  },
  { error: "must be a Money object: {value, currency}" },
);
