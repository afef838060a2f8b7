/** What a reader must know of an operation beside its contract, in paragraphs. */
export const notes: Record<string, string[]> = {
  checkBvn: [
    "A 200 with `verified: false` is a successful check with a negative answer. It tells `kyc.succeeded` or `kyc.failed` by webhook.",
    "What the provider said of an identifier is kept for 180 days, that it has no record for 24 hours. A check within that time is answered from there with `cacheHit: true`; each compares its own phone. One identifier is charged once.",
  ],
  checkNin: ["Like the check of a BVN, in everything."],
  listBanks: [
    "The list changes a few times a year. Keep it, keyed on `code`; send its ETag to learn whether it changed.",
  ],
  verifyAccount: [
    "Show `accountName` to a person before money is sent. Pass it on unchanged as the destination of a payout, where it is compared with our own enquiry.",
    "An account that the bank does not know arrives as `INTERNAL_ERROR` too, and cannot be told from an outage: take it as not verified, and do not pay.",
  ],
  createVirtualAccount: [
    "When its time is over the account expires, and its collection with it. Exactly what was missing settles it up to 24 hours later, as `late`.",
  ],
  createPaymentLink: [
    "A `fixed` link needs `amount`; an `open` one may have `minAmount` and `maxAmount`. The amount is never the browser's to set.",
  ],
  updatePaymentLink: ["A disabled link cannot be opened, until it is active again. A paid one stays paid."],
  createCollection: [
    "The account becomes active again, for as long as it was to live at first. `amount` is Money; a plain whole number of kobo beside `currency` is understood as well.",
  ],
  createCryptoCollection: [
    "It is a collection, and appears among them. What is paid is credited in US dollars: 2500 cents for 25 tokens.",
  ],
  simulateCollectionSuccess: [
    "Answers when the payment is booked. What is expected settles the collection; less leaves it `underpaid`, more settles it with `variance: over`.",
  ],
  simulateCryptoPayment: ["A collection that is `confirming` succeeds when it is confirmed later."],
  advanceTestClock: [
    "Every time of a test resource goes by this clock: created, expires, due, settled, how old a cached identity is. What becomes due is done at once. Signatures of webhooks and rate limits keep real time. It may lead 100 years ahead in all.",
  ],
  createPayout: [
    "The amount and its fee are reserved at once; the money is sent by a worker. A lost answer of the bank is never taken for a failure: the payout stays `processing` until it is known what became of it.",
    "`destination.accountName` must be what verify-account answered. A saved account needs no such check. What is refused uses no Idempotency-Key up.",
  ],
  listPayouts: [
    "After a POST whose answer was lost, repeat it with the same key; there is no need to look here.",
  ],
  cancelPayout: ["Possible until a worker has begun to send it, which is mostly a matter of milliseconds."],
  setWebhookEndpoint: [
    "One endpoint for each environment. Its address is judged as it is written, a name by every address that it has: none may be private, loopback or reserved. A name that has no address yet is accepted, since every delivery looks again.",
    "The first request makes the signing secret, and alone shows it. Setting a URL again keeps it, enables a disabled endpoint, and sends what was held.",
  ],
  getWebhookEndpoint: ["Never shows the secret. One that is lost is replaced by a rotation."],
  rotateWebhookSecret: [
    "The new secret is shown this once. Until `previousSecretExpiresAt` deliveries carry the old one's signature too, as `v1_prev`, so that receivers verify with either: change theirs in that time.",
  ],
  sendTestEvent: ["It is delivered, signed, tried again and shown as every other event."],
  getEvent: ["`attempts` are there to find out why a receiver refuses: what was sent, and what it answered."],
  replayEvent: [
    "Its id and bytes are the same, the signature and the schedule of attempts are new. Receivers handle an id once, so nothing happens twice.",
  ],
  recoverEvents: [
    "Those whose every attempt failed, and those that failed and wait for their next attempt. Of two such requests at once each event is taken by one. What is held by a disabled endpoint is sent when its URL is set again.",
  ],
  signEvent: [
    "For tools that bring events to a developer's machine, where deliveries cannot reach. Post `body` as it is, with these headers, within 300 seconds. Works while the endpoint is disabled, too.",
  ],
  recordProviderCredit: [
    "Takes what the live gateway's provider tells of money that came in. A body counts where it is signed within 300 seconds; a transaction counts once. Without a live gateway it is not there.",
  ],
};
