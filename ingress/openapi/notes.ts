/** Paragraphs added to an operation's description, by operationId, for what its contract does not show. */
export const notes: Record<string, string[]> = {
  checkBvn: [
    "A 200 response with `verified: false` means the check worked, but the phone number didn't match. A `kyc.succeeded` or `kyc.failed` webhook follows.",
    "We cache the provider's record of an identifier for 180 days, and a missing record for 24 hours. Within that time, checks use the cache and return `cacheHit: true`, but still compare the phone number you send. You're charged once per identifier.",
    "After five phone numbers that don't match an identifier within 24 hours (`remaining` counts down), further checks return 429 `RATE_LIMITED`. A phone number that matched before is still answered from the cache. Refused checks cost nothing and send no webhook.",
  ],
  checkNin: ["Works exactly like the BVN check."],
  listBanks: [
    "The list changes a few times a year. Store banks by `code`, and send the ETag as If-None-Match to check for changes.",
  ],
  verifyAccount: [
    "Show `accountName` to a person before you send money, and pass it unchanged in the payout's destination: we compare it with the bank's record.",
    "With a dashboard session, the person must have the finance or owner role.",
    "`INTERNAL_ERROR` means either an outage or an account the bank doesn't know. Either way the account isn't verified, so don't pay it.",
  ],
  createVirtualAccount: [
    "The account and its collection expire together. For 24 hours after that, a payment of exactly the missing amount still settles the collection and marks it `late`.",
  ],
  createPaymentLink: [
    "A `fixed` link needs `amount`. An `open` link can have `minAmount` and `maxAmount`. The browser never sets the amount of a fixed link.",
  ],
  updatePaymentLink: ["A disabled link can't be opened until it's active again. A paid link stays paid."],
  createCollection: [
    "The account becomes active again for its original duration. `amount` is Money, or a whole number of kobo with `currency` beside it.",
  ],
  createCryptoCollection: [
    "It appears in the list of collections. Payments are credited in US dollars: 2500 cents for 25 tokens.",
  ],
  simulateCollectionSuccess: [
    "Responds once the payment is recorded. The expected amount settles the collection, less leaves it `underpaid`, and more settles it with `variance: over`.",
  ],
  simulateCryptoPayment: [
    "To confirm a collection that is `confirming`, call this again with `confirmNow: true`.",
  ],
  advanceTestClock: [
    "Times in test mode follow this clock: created, expires, due, settled, and the age of cached identities. Work that becomes due runs immediately. Webhook signatures and rate limits use real time. The clock can be at most 100 years ahead.",
  ],
  createPayout: [
    "We reserve the amount and its fee immediately, and send the money in the background. We never treat a lost response from the bank as a failure: the payout stays `processing` until the outcome is known.",
    "`destination.accountName` must be the name that verify-account returned. Saved accounts aren't checked again. A refused request doesn't use up its Idempotency-Key.",
  ],
  quotePayout: [
    "Takes the body of a payout, whose destination may be left out, and changes nothing: no money is reserved and no bank is asked. What would refuse the payout is a field of the response, not an error. A quote is no promise: the payout is decided when you send it.",
  ],
  listPayouts: [
    "If you lose the response to a POST, repeat it with the same Idempotency-Key. You don't need to search this list.",
  ],
  cancelPayout: ["You can cancel a payout until we start sending it, usually within milliseconds."],
  listRequests: [
    "What your keys sent, also if it was refused, and what your people changed in the dashboard. Bodies and values in paths aren't kept. At most 50,000 requests of a day are listed, each within seconds; reads of this list aren't.",
  ],
  listApprovals: [
    "Only what waits is listed: a decision is in the audit log. `makers` must not decide about the payment.",
  ],
  approvePayment: [
    "`reference` is that of the payout, refund or unmatched credit. Its limits were checked when it was requested; the verification of your business and the recipient are checked again. If payouts are paused, it waits until they resume.",
    "Returns `409 STATE_CONFLICT` for what doesn't wait for approval: somebody has decided, it was canceled, or 72 hours have passed.",
  ],
  rejectPayment: ["Cancels the payout or refund and returns its money; an unmatched credit isn't accepted."],
  createRefund: [
    "The money goes to the account that paid, if we know it and its bank confirms the payer's name. Otherwise the refund `needs_destination`: its money stays reserved until you set an account, or cancel it. After 90 days it's canceled.",
    "The payer gets the whole amount. The collection's fee isn't returned.",
  ],
  cancelRefund: ["You can cancel a refund that needs a destination, or that we haven't started sending."],
  setWebhookEndpoint: [
    "You have one endpoint per environment. Its host, and every address it resolves to, must be public: not private, loopback or reserved. A name that doesn't resolve yet is accepted, because we check again at every delivery.",
    "The first request creates the signing secret, which only its response shows. Setting a URL again keeps the secret, enables a disabled endpoint and sends the events we held.",
  ],
  getWebhookEndpoint: ["Never shows the secret. If you lose it, rotate it to get a new one."],
  rotateWebhookSecret: [
    "Only this response shows the new secret. Until `previousSecretExpiresAt`, deliveries are also signed with the old secret as `v1_prev`. Switch your receivers to the new secret before then.",
  ],
  sendTestEvent: ["Signed, delivered, retried and listed like any other event."],
  getEvent: [
    "`attempts` has the newest ten, without bodies. `/attempts` lists all of them, and `/attempts/{number}` shows what we sent and how your endpoint responded.",
  ],
  getAttempt: [
    "`requestBody` has the exact bytes we sent, the same in every attempt. We keep the first 16 KB of the response; `responseBodyCut` is true if there was more.",
  ],
  replayEvent: [
    "The id and the bytes stay the same; the signature and the schedule of attempts are new. Process each id once, so nothing happens twice. An event can be sent at most 100 times in total; after that this returns 409 `STATE_CONFLICT`.",
  ],
  recoverEvents: [
    "Sends events whose attempts have all failed, and those waiting for their next attempt: at most 1,000 per request, oldest first. Repeat while `hasMore` is true. Concurrent requests don't send an event twice. Events held by a disabled endpoint are sent when you set its URL again.",
  ],
  signEvent: [
    "For tools that forward events to a developer's machine, which deliveries can't reach. POST `body` unchanged with these headers within 300 seconds. Also works while the endpoint is disabled.",
  ],
  recordProviderCredit: [
    "Receives the live gateway's notifications of incoming payments. The signature must be at most 300 seconds old. Each transaction counts once. Returns 404 if no live gateway is configured.",
  ],
};
