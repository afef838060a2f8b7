/** The attacks' live provider never responds to transfers to this account. */
export const SILENT_ACCOUNT = {
  bankCode: "058",
  accountNumber: "0000000000",
  accountName: "ADAEZE OKAFOR",
} as const;
