/** Paragraphs added to the description of an operation, by operationId: what its contract alone does not say. */
export const notes: Record<string, string[]> = {
  checkBvn: [
    "A 200 with `verified: false` means that the check worked and the phone number did not match. The webhook `kyc.succeeded` or `kyc.failed` follows.",
    "The provider's record of an identifier is cached for 180 days; the result that it has no record, for 24 hours. A check within that time uses the cache and returns `cacheHit: true`; it still compares the phone that it was sent. Each identifier is charged once.",
    "After five phones that did not match one identifier within 24 hours (`remaining` counts them down), its checks get 429 `RATE_LIMITED`, but with a phone that matched before: they are answered from the cache. Those that are refused cost nothing and send no webhook.",
  ],
  checkNin: ["Works exactly like the check of a BVN."],
  listBanks: [
    "The list changes a few times a year. Store it by `code`, and send its ETag as If-None-Match to learn whether it has changed.",
  ],
  verifyAccount: [
    "Show `accountName` to a person before you send money. Pass it on unchanged in the destination of a payout: it is compared with the bank's record.",
    "With a dashboard session the person's role must be finance or owner.",
    "`INTERNAL_ERROR` means either an outage or an account that the bank does not know. In both cases the account is not verified: do not pay it.",
  ],
  createVirtualAccount: [
    "The account and its collection expire together. For 24 hours after that, a payment of exactly the missing amount still settles the collection, marked `late`.",
  ],
  createPaymentLink: [
    "A `fixed` link needs `amount`; an `open` one may have `minAmount` and `maxAmount`. The browser never sets the amount of a fixed link.",
  ],
  updatePaymentLink: ["A disabled link cannot be opened until it is active again. A paid link stays paid."],
  createCollection: [
    "The account becomes active again, for as long as when it was created. `amount` is Money; a whole number of kobo together with `currency` is accepted too.",
  ],
  createCryptoCollection: [
    "It is listed with the other collections. Payments are credited in US dollars: 2500 cents for 25 tokens.",
  ],
  simulateCollectionSuccess: [
    "Responds when the payment is booked. The expected amount settles the collection; less leaves it `underpaid`; more settles it with `variance: over`.",
  ],
  simulateCryptoPayment: [
    "To confirm a collection that is `confirming`, call this again with `confirmNow: true`.",
  ],
  advanceTestClock: [
    "All times of test resources follow this clock: created, expires, due, settled, and the age of a cached identity. Work that becomes due is done at once. Webhook signatures and rate limits use real time. The clock can be at most 100 years ahead in total.",
  ],
  createPayout: [
    "The amount and its fee are reserved at once; the money is sent by a worker. A lost response from the bank is never treated as a failure: the payout stays `processing` until the outcome is known.",
    "`destination.accountName` must be the name that verify-account returned. A saved account is not checked again. A refused request does not use up its Idempotency-Key.",
  ],
  listPayouts: [
    "If the response to a POST was lost, repeat the POST with the same Idempotency-Key; you do not need to search this list.",
  ],
  cancelPayout: ["Possible until a worker begins to send it, which is usually within milliseconds."],
  setWebhookEndpoint: [
    "There is one endpoint per environment. Its host, and every address that the host's name has, must be public: not private, loopback or reserved. A name without an address yet is accepted, because every delivery checks again.",
    "The first request creates the signing secret; only its response shows it. Setting a URL again keeps the secret, enables a disabled endpoint and sends the events that were held.",
  ],
  getWebhookEndpoint: ["Never shows the secret. If it is lost, rotate it to get a new one."],
  rotateWebhookSecret: [
    "The new secret is shown only in this response. Until `previousSecretExpiresAt` deliveries are also signed with the old secret, as `v1_prev`. Change your receivers to the new secret within that time.",
  ],
  sendTestEvent: ["It is signed, delivered, retried and listed like any other event."],
  getEvent: [
    "`attempts` are the newest ten, without bodies. `/attempts` lists all of them, and `/attempts/{number}` shows what was sent and how the receiver responded, so that you can find out why it refuses.",
  ],
  getAttempt: [
    "`requestBody` has the exact bytes that were sent; they are the same in every attempt. Of the response the first 16 KB are kept; `responseBodyCut` says that there were more.",
  ],
  replayEvent: [
    "The id and the bytes stay the same; the signature and the schedule of attempts are new. Receivers process each id once, so nothing happens twice. An event is sent at most 100 times in all; then this is 409 `STATE_CONFLICT`.",
  ],
  recoverEvents: [
    "Sends the events whose attempts have all failed, and those that wait for their next attempt: at most 1,000 a request, oldest first. Repeat it while `hasMore` is true. Two requests at the same time do not send an event twice. Events held by a disabled endpoint are sent when its URL is set again.",
  ],
  signEvent: [
    "For tools that forward events to a developer's machine, which deliveries cannot reach. Post `body` unchanged, with these headers, within 300 seconds. Also works while the endpoint is disabled.",
  ],
  recordProviderCredit: [
    "Receives the live gateway provider's notifications of incoming payments. The signature must be at most 300 seconds old. Each transaction counts once. Responds 404 if no live gateway is configured.",
  ],
};
