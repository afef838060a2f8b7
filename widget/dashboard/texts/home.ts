/** Texts of the home screen. */
export const homeTexts = {
  title: "Home",
  balance: {
    available: "Available balance",
    availableNote: "What you can pay out",
    reserved: "Reserved",
    reservedNote: "For payouts and checks under way",
    today: "Received today",
    sentToday: "Paid out today",
    count: (count: number, one: string, many: string) =>
      `${count.toLocaleString("en-NG")} ${count === 1 ? one : many}`,
    payment: "payment",
    payments: "payments",
    payout: "payout",
    payouts: "payouts",
  },
  currency: "Currency",
  chart: {
    title: "Last 30 days",
    text: "Days in Nigeria. Today is not over yet.",
    textOfTest: "Days of your test clock, in Nigerian time.",
    label: "Money received and paid out, day by day",
    received: "Received",
    sent: "Paid out",
    returned: "Returned",
    showTable: "Show as a table",
    hideTable: "Hide the table",
    day: "Day",
    caption: "Money received and paid out on each of the last 30 days, newest first",
    nothing: "No money has moved in these 30 days.",
    valueOf: (day: string, received: string, sent: string, returned: string | undefined) =>
      `${day}: ${received} received, ${sent} paid out${returned === undefined ? "" : `, ${returned} returned`}`,
    total: "30 days",
  },
  rates: {
    title: "Success",
    text: "Of what was created in the last 30 days and has ended.",
    collections: "Collections",
    payouts: "Payouts",
    of: (succeeded: number, ended: number) =>
      `${succeeded.toLocaleString("en-NG")} of ${ended.toLocaleString("en-NG")}`,
    none: "None have ended yet",
  },
  attention: {
    title: "Needs attention",
    most: (count: number) => (count >= 1_000 ? "1,000 or more" : count.toLocaleString("en-NG")),
    failing: "Your webhook endpoint does not respond as it should",
    disabled: "Your webhook endpoint is disabled",
    since: "Since",
    waiting: (count: number, most: string) => (count === 1 ? "1 event waits." : `${most} events wait.`),
    failingText: "It is disabled when nothing was delivered for five days.",
    endpoint: "Go to webhooks",
    unmatched: (count: number, most: string) =>
      count === 1 ? "1 payment is unmatched" : `${most} payments are unmatched`,
    unmatchedText: (amounts: string) => `${amounts} came in and matched no open collection.`,
    showUnmatched: "Show them",
    slow: (count: number, most: string) =>
      count === 1
        ? "1 payout has been under way for more than an hour"
        : `${most} payouts have been under way for more than an hour`,
    slowText: "Banks are late at times. We keep asking them; you need not do anything. Do not send it again.",
    showSlow: "Show them",
    verification: {
      draft: ["Verify your business to go live", "Until then you can use everything in test."],
      submitted: [
        "Your verification is being looked at",
        "We will write to you. Until then you can use everything in test.",
      ],
      rejected: ["Your verification was not accepted", "See what is missing, and send it again."],
    },
    verify: "Go to verification",
    reviewsTitle: "Reviews",
    reviews: (count: number, most: string) =>
      count === 1 ? "1 business waits for a review" : `${most} businesses wait for a review`,
    reviewsText: "Nobody goes live before somebody has decided.",
    showReviews: "Go to verifications",
  },
  latest: { collections: "Latest collections", payouts: "Latest payouts", all: "Show all" },
  start: {
    title: { test: "Take your first payment", live: "Take your first real payment" },
    text: {
      test: "Everything here is test data until your business is verified. No real money moves.",
      live: "Your business is verified: from here on it is real money.",
    },
    link: "Create a payment link",
    linkText: {
      test: "Send its address to a customer. In test you pay it yourself with one press.",
      live: "Send its address to a customer.",
    },
    key: "Create an API key",
    keyText: "For your server, when you want to do the same from code.",
    webhook: "Set your webhook endpoint",
    webhookText: "We tell it when somebody has paid.",
  },
} as const;
