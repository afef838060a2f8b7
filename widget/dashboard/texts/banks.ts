import type { Bank } from "../api/types.ts";

/** Texts of the fields for a bank account. */
export const bankTexts = {
  bank: "Bank",
  bankPlaceholder: "Type a part of its name",
  noBanks: "The banks could not be loaded",
  number: "Account number",
  numberText: "10 digits.",
  numberInTest:
    "Any 10 digits. 0000000001 fails, 0000000003 is returned by the bank, 9999999999 does not exist.",
  nameComes: "The holder's name appears here once the bank has told it.",
  asking: "Asking the bank…",
  notVerified: "The bank does not know this account, or does not respond. Check bank and number.",
  isItRight: "Is this whom you mean? The name is what the bank has for the account.",
  types: {
    commercial: "Commercial bank",
    finance_company: "Finance company",
    merchant: "Merchant bank",
    microfinance: "Microfinance bank",
    mobile_money: "Mobile money",
    mortgage: "Mortgage bank",
    non_interest: "Non-interest bank",
    payment_service_bank: "Payment service bank",
    payment_service_provider: "Payment service provider",
  } satisfies Record<Bank["type"], string>,
  /** What people call a bank whose name does not have it, by its code. */
  alsoCalled: {
    "011": "FirstBank",
    "033": "UBA",
    "058": "GTBank",
    "214": "FCMB",
    "566": "V Bank",
  } as Readonly<Record<string, string>>,
} as const;
