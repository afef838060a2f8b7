/** Texts of the sandbox's screen. */
export const sandboxTexts = {
  title: "Sandbox",
  text: "Simulate payments, failures and the passing of time. Nothing here affects live.",
  liveTitle: "The sandbox is only available in test mode",
  liveText: "Switch to Test above to simulate payments, failures and time.",
  clock: {
    title: "Test clock",
    text: "Accounts expire after minutes and retries take days. Move your test time forward, and whatever is due by then happens now. It can’t go back.",
    now: "Test time",
    ahead: "Ahead of real time",
    notAhead: "Not ahead",
    minutes: (count: number) => {
      const days = Math.floor(count / 1_440);
      const hours = Math.floor((count % 1_440) / 60);
      return [days > 0 && `${days} d`, hours > 0 && `${hours} h`, count % 60 > 0 && `${count % 60} min`]
        .filter(Boolean)
        .join(" ");
    },
    steps: [
      [30, "30 minutes"],
      [1_440, "1 day"],
      [10_080, "1 week"],
    ] as const,
    custom: "Minutes",
    advance: "Move forward",
    done: "Test clock moved. Whatever was due is happening now.",
  },
  payer: {
    title: "Simulate a payment",
    text: "Pays into one of your open test accounts. We credit the money and notify your webhook.",
    account: "Virtual account",
    accountOf: (number: string, amount: string) => `${number}, expects ${amount}`,
    none: "No open accounts. Create one with the API, or here.",
    open: "Open an account for ₦5,000",
    opened: "Account opened",
    scenario: "Scenario",
    scenarios: {
      exact: "Pays the exact amount",
      half: "Pays half",
      double: "Pays double",
      late: "Pays after the account expires",
      duplicate: "Bank reports it twice",
    },
    sender: "Sender’s name",
    pay: "Pay",
    paid: "Payment received",
  },
  crypto: {
    title: "Simulate a crypto payment",
    reference: "Collection",
    description: "The reference of a crypto collection, col_…",
    isFinal: "The transaction is final",
    isFinalText: "Off: it’s seen on chain but not credited yet.",
    pay: "Pay collection",
    done: (status: string) => `Done. The collection is ${status}.`,
  },
  badDays: {
    title: "Simulate failures",
    text: "Test numbers that trigger failures. Use them in your own requests, or run them here.",
    payouts: "Account numbers for payouts",
    identities: "BVN and NIN",
    number: "Number",
    happens: "Result",
    actions: "Actions",
    happen: "Run",
    happenOf: (number: string) => `Run ${number}`,
    payoutMade: "A payout of ₦100 was created. Follow it under Payouts.",
    checkMade: (isVerified: boolean) => `Check completed: ${isVerified ? "verified" : "not verified"}.`,
    forFinance: "Only owners and finance can run them here.",
    accounts: [
      ["0000000001", "The payout fails with DESTINATION_REJECTED, and the money comes back."],
      ["0000000002", "The payout stays in processing."],
      ["0000000003", "The payout succeeds, then is reversed two seconds later."],
      ["0000000004", "Sending times out; ten seconds later the bank reports success."],
      ["9999999999", "The account can’t be resolved: 500 INTERNAL_ERROR."],
      ["9999999998", "The bank is down: the same response."],
    ] as const,
    people: [
      ["00000000000", "No record: verified is false."],
      ["11111111111", "On record with the phone number 08011111111 only."],
      ["99999999999", "The identity provider is down: 500 INTERNAL_ERROR, no charge."],
    ] as const,
  },
} as const;
