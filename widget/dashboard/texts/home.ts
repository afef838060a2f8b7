/** Texts of the home screen. */
export const homeTexts = {
  title: "Home",
  balance: {
    available: "Available balance",
    availableNote: "Ready to pay out",
    reserved: "Reserved",
    reservedNote: "For payouts and checks in progress",
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
    text: "Daily totals, Lagos time. Today so far.",
    textOfTest: "Daily totals by your test clock, Lagos time.",
    label: "Money received and paid out by day",
    received: "Received",
    sent: "Paid out",
    returned: "Returned",
    showTable: "Show table",
    hideTable: "Hide table",
    day: "Day",
    caption: "Money received and paid out on each of the last 30 days, newest first",
    nothing: "No money has moved in these 30 days.",
    valueOf: (day: string, received: string, sent: string, returned: string | undefined) =>
      `${day}: ${received} received, ${sent} paid out${returned === undefined ? "" : `, ${returned} returned`}`,
    total: "30 days",
  },
  rates: {
    title: "Success rate",
    text: "Completed in the last 30 days.",
    collections: "Collections",
    payouts: "Payouts",
    of: (succeeded: number, ended: number) =>
      `${succeeded.toLocaleString("en-NG")} of ${ended.toLocaleString("en-NG")}`,
    none: "None completed yet",
  },
  attention: {
    title: "Needs attention",
    most: (count: number) => (count >= 1_000 ? "1,000 or more" : count.toLocaleString("en-NG")),
    failing: "Your webhook endpoint is failing",
    disabled: "Your webhook endpoint is disabled",
    since: "Since",
    waiting: (count: number, most: string) =>
      count === 1 ? "1 event is waiting." : `${most} events are waiting.`,
    failingText: "We disable it after five days without a successful delivery.",
    endpoint: "Go to webhooks",
    unmatched: (count: number, most: string) =>
      count === 1 ? "1 payment is unmatched" : `${most} payments are unmatched`,
    unmatchedText: (amounts: string) => `You’ve received ${amounts} that doesn’t match an open collection.`,
    showUnmatched: "View",
    slow: (count: number, most: string) =>
      count === 1
        ? "1 payout has been processing for over an hour"
        : `${most} payouts have been processing for over an hour`,
    slowText:
      "The bank is taking longer than usual. No action needed. Don’t resend it, or the recipient may be paid twice.",
    showSlow: "View",
    verification: {
      draft: ["Verify your business to go live", "Until then, everything works in test mode."],
      submitted: [
        "Your verification is in review",
        "We’ll email you. Until then, everything works in test mode.",
      ],
      rejected: ["Your verification wasn’t approved", "See what’s missing, and submit it again."],
    },
    verify: "Go to verification",
    reviewsTitle: "Reviews",
    reviews: (count: number, most: string) =>
      count === 1 ? "1 business is waiting for review" : `${most} businesses are waiting for review`,
    reviewsText: "They can’t go live until a reviewer decides.",
    showReviews: "Go to verifications",
  },
  latest: { collections: "Latest collections", payouts: "Latest payouts", all: "View all" },
  start: {
    title: { test: "Take your first payment", live: "Take your first real payment" },
    text: {
      test: "Everything here is test data until your business is verified. No real money moves.",
      live: "Your business is verified. From here on, it’s real money.",
    },
    link: "Create a payment link",
    linkText: {
      test: "Share it with a customer. In test mode you can pay it yourself with one click.",
      live: "Share it with a customer.",
    },
    key: "Create an API key",
    keyText: "For your server, to do the same from code.",
    webhook: "Set up your webhook endpoint",
    webhookText: "We’ll notify it when you get paid.",
  },
} as const;
