import { routes } from "../api-routes.ts";
import type { KeyRoute, SessionAccess, SessionRoute } from "../http/route.ts";
import type { Permission } from "../http/session.ts";
import { withEnvironment } from "../http/session-route.ts";

const read = { permission: "read" } as const;
const develop = { permission: "develop" } as const;
const collect = { permission: "collect" } as const;
const pay = { permission: "pay" } as const;

/**
 * The API's routes that people use too, below /dashboard/api/:environment, and the permission each needs. Contract and
 * handler are the API's own; the audit log names the person. Changes of keys and webhooks have their own routes.
 */
export const sharedRoutes = {
  banks: {
    listBanks: forPeople(routes.listBanks, read),
    verifyAccount: forPeople(routes.verifyAccount, pay),
  },
  paymentLinks: {
    createPaymentLink: forPeople(routes.createPaymentLink, collect),
    listPaymentLinks: forPeople(routes.listPaymentLinks, read),
    getPaymentLink: forPeople(routes.getPaymentLink, read),
    updatePaymentLink: forPeople(routes.updatePaymentLink, collect),
  },
  collections: {
    createVirtualAccount: forPeople(routes.createVirtualAccount, collect),
    listVirtualAccounts: forPeople(routes.listVirtualAccounts, read),
    getVirtualAccount: forPeople(routes.getVirtualAccount, read),
    createCollection: forPeople(routes.createCollection, collect),
    createCryptoCollection: forPeople(routes.createCryptoCollection, collect),
    listCollections: forPeople(routes.listCollections, read),
    getCollection: forPeople(routes.getCollection, read),
    listUnmatchedCredits: forPeople(routes.listUnmatchedCredits, read),
    getUnmatchedCredit: forPeople(routes.getUnmatchedCredit, read),
    acceptCredit: forPeople(routes.acceptCredit, pay),
    returnCredit: forPeople(routes.returnCredit, { ...pay, stepUp: "live" }),
  },
  payouts: {
    // A stolen session must not be enough to send money away.
    createPayout: forPeople(routes.createPayout, { ...pay, stepUp: "live" }),
    quotePayout: forPeople(routes.quotePayout, read),
    listPayouts: forPeople(routes.listPayouts, read),
    getPayout: forPeople(routes.getPayout, read),
    cancelPayout: forPeople(routes.cancelPayout, pay),
    createPayoutAccount: forPeople(routes.createPayoutAccount, { ...pay, stepUp: true }),
    listPayoutAccounts: forPeople(routes.listPayoutAccounts, read),
    getPayoutAccount: forPeople(routes.getPayoutAccount, read),
    updatePayoutAccount: forPeople(routes.updatePayoutAccount, { ...pay, stepUp: true }),
    removePayoutAccount: forPeople(routes.removePayoutAccount, { ...pay, stepUp: true }),
  },
  payoutBatches: {
    createPayoutBatch: forPeople(routes.createPayoutBatch, pay),
    listPayoutBatches: forPeople(routes.listPayoutBatches, read),
    getPayoutBatch: forPeople(routes.getPayoutBatch, read),
    listBatchItems: forPeople(routes.listBatchItems, read),
    replaceBatchItem: forPeople(routes.replaceBatchItem, { ...pay, stepUp: "live" }),
    startPayoutBatch: forPeople(routes.startPayoutBatch, { ...pay, stepUp: "live" }),
    retryPayoutBatch: forPeople(routes.retryPayoutBatch, { ...pay, stepUp: "live" }),
    cancelPayoutBatch: forPeople(routes.cancelPayoutBatch, pay),
    getBatchResults: forPeople(routes.getBatchResults, read),
  },
  refunds: {
    createRefund: forPeople(routes.createRefund, { ...pay, stepUp: "live" }),
    listRefunds: forPeople(routes.listRefunds, read),
    getRefund: forPeople(routes.getRefund, read),
    setRefundDestination: forPeople(routes.setRefundDestination, { ...pay, stepUp: "live" }),
    cancelRefund: forPeople(routes.cancelRefund, pay),
  },
  approvals: {
    listApprovals: forPeople(routes.listApprovals, read),
    approvePayment: forPeople(routes.approvePayment, { permission: "approve", stepUp: "live" }),
    rejectPayment: forPeople(routes.rejectPayment, { permission: "approve" }),
  },
  ledger: { getBalances: forPeople(routes.getBalances, read) },
  books: {
    listBalanceTransactions: forPeople(routes.listBalanceTransactions, read),
    getBalanceTransaction: forPeople(routes.getBalanceTransaction, read),
    getStatement: forPeople(routes.getStatement, pay),
  },
  identity: {
    checkBvn: forPeople(routes.checkBvn, pay),
    checkNin: forPeople(routes.checkNin, pay),
    listIdentityChecks: forPeople(routes.listIdentityChecks, read),
    getIdentityCheck: forPeople(routes.getIdentityCheck, read),
  },
  webhooks: {
    sendTestEvent: forPeople(routes.sendTestEvent, develop),
    listEvents: forPeople(routes.listEvents, read),
    getEvent: forPeople(routes.getEvent, read),
    listAttempts: forPeople(routes.listAttempts, read),
    getAttempt: forPeople(routes.getAttempt, read),
    replayEvent: forPeople(routes.replayEvent, develop),
    recoverEvents: forPeople(routes.recoverEvents, develop),
  },
  requests: { listRequests: forPeople(routes.listRequests, read) },
  sandbox: {
    simulateCollectionSuccess: forPeople(routes.simulateCollectionSuccess, develop),
    simulateCryptoPayment: forPeople(routes.simulateCryptoPayment, develop),
    getTestClock: forPeople(routes.getTestClock, read),
    advanceTestClock: forPeople(routes.advanceTestClock, develop),
  },
} satisfies Record<string, Record<string, SessionRoute>>;

/** A route of the API for people: the same, with a session in place of a key, and the environment in the path. */
function forPeople(
  {
    run,
    scope: _scope,
    repeatable: _repeatable,
    revokedKey: _revokedKey,
    orSession: _orSession,
    ...route
  }: KeyRoute,
  access: Pick<SessionAccess, "stepUp"> & { permission: Permission },
): SessionRoute {
  const path = route.path.replace("/v1/", "/dashboard/api/:environment/");
  return {
    ...route,
    ...access,
    path,
    request: withEnvironment(path, route.request),
    access: "session",
    run: (received, context, _session, caller) => run(received, context, caller!),
  };
}
