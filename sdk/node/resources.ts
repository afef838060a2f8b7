import type { Endpoint } from "./endpoint.ts";
import type { paths } from "./types.ts";

const withPath =
  <const Kind extends Omit<Endpoint, "path">>(kind: Kind) =>
  <const Path extends keyof paths>(path: Path) => ({ ...kind, path });

const get = withPath({ method: "get" });
/** A GET with a query. */
const read = withPath({ method: "get", query: true });
const list = withPath({ method: "get", query: true, list: true });
const create = withPath({ method: "post", body: true, key: "made" });
const pay = withPath({ method: "post", body: true, key: "required" });
const post = withPath({ method: "post", body: true });
/** A POST without a body. */
const act = withPath({ method: "post" });
const put = withPath({ method: "put", body: true });
const patch = withPath({ method: "patch", body: true });

/** Bank accounts and identity numbers that decide what happens in test mode. */
const magicNumbers = {
  accounts: {
    payoutFails: "0000000001",
    payoutStaysPending: "0000000002",
    payoutReverses: "0000000003",
    payoutTimesOut: "0000000004",
    doesNotResolve: "9999999999",
    outage: "9999999998",
  },
  identities: { noRecord: "00000000000", onePhoneOnly: "11111111111", outage: "99999999999" },
} as const;

/** Every method of the SDK and its endpoint. A test compares it with the API's description. */
export const resources = {
  approvals: {
    list: list("/v1/approvals"),
    approve: act("/v1/approvals/{reference}/approve"),
    reject: act("/v1/approvals/{reference}/reject"),
  },
  balances: { get: read("/v1/balances") },
  balanceTransactions: {
    list: list("/v1/balance-transactions"),
    get: get("/v1/balance-transactions/{reference}"),
  },
  banks: { list: list("/v1/banks"), verifyAccount: post("/v1/banks/verify-account") },
  collections: {
    create: create("/v1/collections"),
    list: list("/v1/collections"),
    get: get("/v1/collections/{reference}"),
  },
  cryptoCollections: { create: create("/v1/crypto-collections") },
  events: {
    list: list("/v1/events"),
    get: get("/v1/events/{reference}"),
    replay: act("/v1/events/{reference}/replay"),
    recover: post("/v1/events/recover"),
    sign: act("/v1/events/{reference}/sign"),
    attempts: {
      list: list("/v1/events/{reference}/attempts"),
      get: get("/v1/events/{reference}/attempts/{number}"),
    },
  },
  identityChecks: {
    checkBvn: create("/v1/kyc/bvn"),
    checkNin: create("/v1/kyc/nin"),
    list: list("/v1/kyc/requests"),
    get: get("/v1/kyc/requests/{reference}"),
  },
  paymentLinks: {
    create: create("/v1/payment-links"),
    list: list("/v1/payment-links"),
    get: get("/v1/payment-links/{slug}"),
    update: patch("/v1/payment-links/{slug}"),
  },
  payoutAccounts: {
    create: create("/v1/payout-accounts"),
    list: list("/v1/payout-accounts"),
    get: get("/v1/payout-accounts/{reference}"),
    update: patch("/v1/payout-accounts/{reference}"),
    remove: act("/v1/payout-accounts/{reference}/remove"),
  },
  payoutBatches: {
    create: pay("/v1/payout-batches"),
    list: list("/v1/payout-batches"),
    get: get("/v1/payout-batches/{reference}"),
    start: post("/v1/payout-batches/{reference}/start"),
    retry: post("/v1/payout-batches/{reference}/retry"),
    cancel: act("/v1/payout-batches/{reference}/cancel"),
    getResults: withPath({ method: "get", query: true, csv: "always" })(
      "/v1/payout-batches/{reference}/results",
    ),
    items: {
      list: list("/v1/payout-batches/{reference}/items"),
      replace: put("/v1/payout-batches/{reference}/items/{index}"),
    },
  },
  payouts: {
    create: pay("/v1/payouts"),
    quote: post("/v1/payouts/quote"),
    list: list("/v1/payouts"),
    get: get("/v1/payouts/{reference}"),
    cancel: act("/v1/payouts/{reference}/cancel"),
  },
  refunds: {
    create: pay("/v1/refunds"),
    list: list("/v1/refunds"),
    get: get("/v1/refunds/{reference}"),
    setDestination: post("/v1/refunds/{reference}/destination"),
    cancel: act("/v1/refunds/{reference}/cancel"),
  },
  requests: { list: list("/v1/requests") },
  sandbox: {
    clock: { get: get("/v1/sandbox/clock"), advance: post("/v1/sandbox/clock/advance") },
    simulate: {
      collectionSuccess: post("/v1/sandbox/simulate/collection-success"),
      cryptoPayment: post("/v1/sandbox/simulate/crypto-payment"),
    },
    magicNumbers,
  },
  statements: {
    get: read("/v1/statements"),
    getCsv: withPath({ method: "get", query: true, csv: "asked" })("/v1/statements"),
  },
  unmatchedCredits: {
    list: list("/v1/unmatched-credits"),
    get: get("/v1/unmatched-credits/{reference}"),
    accept: post("/v1/unmatched-credits/{reference}/accept"),
    return: act("/v1/unmatched-credits/{reference}/return"),
  },
  virtualAccounts: {
    create: create("/v1/virtual-accounts"),
    list: list("/v1/virtual-accounts"),
    get: get("/v1/virtual-accounts/{reference}"),
  },
  webhookEndpoint: {
    get: get("/v1/webhook-endpoint"),
    set: put("/v1/webhook-endpoint"),
    rotateSecret: post("/v1/webhook-endpoint/rotate-secret"),
    sendTest: withPath({ method: "post", key: "made" })("/v1/webhook-endpoint/test"),
  },
};
