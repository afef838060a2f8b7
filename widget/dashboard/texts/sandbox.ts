/** Texts of the sandbox's screen. */
export const sandboxTexts = {
  title: "Sandbox",
  text: "Make things happen in test: payments, failures, and time that passes. Nothing here touches live.",
  liveTitle: "The sandbox is in test only",
  liveText: "Switch to Test above to play payers, banks and the clock.",
  clock: {
    title: "Test clock",
    text: "Accounts expire after minutes and retries take days. Move your test time ahead, and what is due by then happens now. It never goes back.",
    now: "Test time",
    ahead: "Ahead of real time",
    notAhead: "Not at all",
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
    advance: "Move ahead",
    done: "The test clock has moved. What was due is happening.",
  },
  payer: {
    title: "Play a payer",
    text: "Pays into one of your open test accounts. The money is booked, and your webhook hears of it.",
    account: "Virtual account",
    accountOf: (number: string, amount: string) => `${number}, expects ${amount}`,
    none: "There is no open account. Create one over the API, or here.",
    open: "Open an account for ₦5,000",
    opened: "The account is open.",
    scenario: "What the payer does",
    scenarios: {
      exact: "Pays what is due",
      half: "Pays half of it",
      double: "Pays twice as much",
      late: "Pays after the account has expired",
      duplicate: "The bank reports it twice",
    },
    sender: "Sender's name",
    pay: "Pay",
    paid: "Paid and booked.",
  },
  crypto: {
    title: "Pay a crypto collection",
    reference: "Collection",
    description: "The reference of a crypto collection, col_…",
    isFinal: "The transaction is final",
    isFinalText: "Off: it is seen, and nothing is credited yet.",
    pay: "Pay collection",
    done: (status: string) => `Done: the collection is ${status}.`,
  },
  badDays: {
    title: "Bad days on demand",
    text: "Numbers with a fate. Use them in your own requests, or let it happen from here.",
    payouts: "Account numbers for payouts",
    identities: "BVN and NIN",
    number: "Number",
    happens: "What happens",
    actions: "Actions",
    happen: "Make it happen",
    happenOf: (number: string) => `Make it happen: ${number}`,
    payoutMade: "A payout of ₦100 is on its way. Watch it under Payouts.",
    checkMade: (isVerified: boolean) => `The check is done: ${isVerified ? "verified" : "not verified"}.`,
    forFinance: "Owners and finance people can make payouts and checks happen from here.",
    accounts: [
      ["0000000001", "The payout fails with DESTINATION_REJECTED; the money comes back."],
      ["0000000002", "The payout stays processing."],
      ["0000000003", "The payout succeeds, and is reversed two seconds later."],
      ["0000000004", "Sending times out; ten seconds later the bank says that it succeeded."],
      ["9999999999", "The account does not resolve: 500 INTERNAL_ERROR."],
      ["9999999998", "The bank is down: the same response."],
    ] as const,
    people: [
      ["00000000000", "There is no record: verified is false."],
      ["11111111111", "On record with the phone 08011111111 and no other."],
      ["99999999999", "The identity provider is down: 500 INTERNAL_ERROR, no charge."],
    ] as const,
  },
} as const;
