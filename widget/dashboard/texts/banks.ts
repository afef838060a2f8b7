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
} as const;
