import { MINIMUM_AMOUNT } from "../../../sql/ledger/money.ts";
import { amountText } from "../../../sql/reconciliation/statement-format.ts";
import type { ItemError } from "./item-errors.ts";

/**
 * The kobo of an amount as Nigerian spreadsheets write it, such as 12500, 12,500 or 12,500.00. Anything else gets an
 * error, with the amount that was probably meant: nothing is guessed.
 */
export function readNaira(text: string): bigint | ItemError {
  const kobo = isNaira(text) ? amountText.safeParse(text.replaceAll(",", "")).data : undefined;
  if (kobo !== undefined && kobo >= MINIMUM_AMOUNT) return kobo;
  if (kobo !== undefined)
    return { field: "amount", code: "AMOUNT_INVALID", message: "must be at least 1.00" };
  const suggestion = probableNaira(text);
  return {
    field: "amount",
    code: "AMOUNT_INVALID",
    message: "must be naira such as 12500 or 12,500.00: commas between thousands, a dot before kobo",
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

const isNaira = (text: string) => /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/.test(text);

/** Without currency and spaces, and with the separators of other countries exchanged. */
function probableNaira(text: string): string | undefined {
  const bare = text.slice(0, 40).replaceAll(/₦|NGN|\s|'/gi, "");
  const exchanged = /^(?:\d+|\d{1,3}(?:\.\d{3})+),\d{1,2}$/.test(bare)
    ? bare.replaceAll(/[.,]/g, (separator) => (separator === "." ? "," : "."))
    : bare;
  return isNaira(exchanged) ? exchanged : undefined;
}
