/** The destination of all payouts. */
export const destination = { bankCode: "044", accountNumber: "0123456789", accountName: "ADAEZE OKAFOR" };
