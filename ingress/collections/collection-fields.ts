import { z } from "zod";
import { cryptoChains, cryptoTokens } from "../../sql/collections/chains.ts";
import { MAXIMUM_COLLECTION, MINIMUM_AMOUNT } from "../../sql/ledger/money.ts";
import { minorUnits, money, oneOf, type Range } from "../http/fields.ts";

/** The least and the most of one payment. */
export const collectionRange: Range = { currency: "NGN", from: MINIMUM_AMOUNT, upTo: MAXIMUM_COLLECTION };

/** The amount that a payer must pay. */
export const collectionAmount = money(collectionRange);

/** The same without a currency, for fields that are a plain integer in the documented API. */
export const collectionKobo = minorUnits(collectionRange);

/** The amount that a payer must pay in crypto. */
export const cryptoAmount = money({ ...collectionRange, currency: "USD" });

export const chain = oneOf(cryptoChains);

export const token = oneOf(cryptoTokens);

const minorUnitsRule = `must be a whole number of minor units from 1 to ${Number.MAX_SAFE_INTEGER}`;

/** The amount that came in, in one of the ledger's currencies. */
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
