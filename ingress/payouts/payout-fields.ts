import { MINIMUM_AMOUNT } from "../../sql/ledger/money.ts";
import { money, printable } from "../http/fields.ts";

/** The amount to pay out. The balance and the merchant's own limit restrict it further. */
export const payoutAmount = money({
  currency: "NGN",
  from: MINIMUM_AMOUNT,
  upTo: Number.MAX_SAFE_INTEGER,
}).strict();

/** The text on the recipient's statement. */
export const narration = printable(140);
