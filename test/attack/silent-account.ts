/** An account for which the live provider of the attacks never responses a transfer. */
export const SILENT_ACCOUNT = {
  bankCode: "058",
  accountNumber: "0000000000",
  accountName: "ADAEZE OKAFOR",
} as const;
