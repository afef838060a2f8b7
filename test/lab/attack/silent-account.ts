/** Transfers to this account get no response from the live provider of the attacks. */
export const SILENT_ACCOUNT = {
  bankCode: "058",
  accountNumber: "0000000000",
  accountName: "ADAEZE OKAFOR",
} as const;
