import type { Bank } from "../api/types.ts";

/** Texts of the fields for a bank account. */
export const bankTexts = {
  bank: "Bank",
  bankPlaceholder: "Search for a bank",
  noBanks: "Couldn’t load the list of banks",
  number: "Account number",
  numberText: "10 digits.",
  numberInTest: "Any 10 digits. 0000000001 fails, 0000000003 is reversed, 9999999999 doesn’t exist.",
  nameComes: "The account name will appear here.",
  asking: "Checking with the bank…",
  notVerified:
    "The bank can’t find this account, or isn’t responding. Check the bank and the account number.",
  isItRight: "Is this the right account? Name as registered with the bank.",
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
