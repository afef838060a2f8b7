import { nearestName } from "../../http/unknown-members/nearest-name.ts";
import type { ItemError } from "./item-errors.ts";

/** A bank that batches can name. */
export type BatchBank = { code: string; name: string };

/** How many unknown names are compared with all banks' names, which takes long. */
const MOST_COMPARED = 50;
const LONGEST_COMPARED = 60;

/** Finds banks by their code, or by their exact name without regard to case and spacing. */
export function createBankMatcher(banks: readonly BatchBank[]) {
  const codes = new Set(banks.map(({ code }) => code));
  const byName = new Map<string, string>();
  // A name that two banks have is none's.
  for (const { code, name } of banks) byName.set(folded(name), byName.has(folded(name)) ? "" : code);
  const compared = new Map<string, string | undefined>();

  /** The name or the code that was probably meant. */
  const suggest = (given: string): string | undefined => {
    if (/^\d{1,5}$/.test(given))
      return ["0", "00"].map((zeros) => zeros + given).find((code) => codes.has(code));
    if (compared.has(given)) return compared.get(given);
    if (given.length > LONGEST_COMPARED || compared.size === MOST_COMPARED) return undefined;
    const names = banks.map(({ name }) => name);
    compared.set(given, nearestName(given, names));
    return compared.get(given);
  };

  const unknown = (given: string, message: string): ItemError => {
    const suggestion = suggest(given);
    const field = "destination.bankCode";
    return { field, code: "BANK_UNKNOWN", message, ...(suggestion === undefined ? {} : { suggestion }) };
  };

  return {
    /** Undefined if there is a bank with this code. */
    checkCode: (code: string): ItemError | undefined =>
      codes.has(code) ? undefined : unknown(code, "must be the code of a bank of GET /v1/banks, as a string"),
    /** The code of the bank with this code or name. */
    read: (text: string): string | ItemError => {
      if (codes.has(text)) return text;
      const code = byName.get(folded(text));
      if (code) return code;
      return unknown(text, "must be a bank's code, such as 044, or its exact name: see GET /v1/banks");
    },
  };
}

export type BankMatcher = ReturnType<typeof createBankMatcher>;

const folded = (name: string) => name.toLowerCase().replaceAll(/\s/g, "");
