import { listBanks } from "../banks/list-banks.ts";
import { verifyAccount } from "../banks/verify-account.ts";
import { createCollection } from "../collections/create-collection.ts";
import { createCryptoCollection } from "../collections/create-crypto-collection.ts";
import { createVirtualAccount } from "../collections/create-virtual-account.ts";
import { getCollection } from "../collections/get-collection.ts";
import { getVirtualAccount } from "../collections/get-virtual-account.ts";
import { listCollections } from "../collections/list-collections.ts";
import { listVirtualAccounts } from "../collections/list-virtual-accounts.ts";
import type { KeyRoute, SessionAccess, SessionRoute } from "../http/route.ts";
import type { Permission } from "../http/session.ts";
import { withEnvironment } from "../http/session-route.ts";
import { checkBvn } from "../identity/check-bvn.ts";
import { checkNin } from "../identity/check-nin.ts";
import { getIdentityCheck } from "../identity/get-identity-check.ts";
import { listIdentityChecks } from "../identity/list-identity-checks.ts";
import { getBalances } from "../ledger/get-balances.ts";
import { createPaymentLink } from "../payment-links/create-payment-link.ts";
import { getPaymentLink } from "../payment-links/get-payment-link.ts";
import { listPaymentLinks } from "../payment-links/list-payment-links.ts";
import { updatePaymentLink } from "../payment-links/update-payment-link.ts";
import { cancelPayout } from "../payouts/cancel-payout.ts";
import { createPayoutAccount } from "../payouts/create-payout-account.ts";
import { createPayout } from "../payouts/create-payout.ts";
import { getPayoutAccount } from "../payouts/get-payout-account.ts";
import { getPayout } from "../payouts/get-payout.ts";
import { listPayoutAccounts } from "../payouts/list-payout-accounts.ts";
import { listPayouts } from "../payouts/list-payouts.ts";
import { removePayoutAccount } from "../payouts/remove-payout-account.ts";
import { updatePayoutAccount } from "../payouts/update-payout-account.ts";
import { advanceTestClock } from "../sandbox/advance-test-clock.ts";
import { getTestClock } from "../sandbox/get-test-clock.ts";
import { simulateCollectionSuccess } from "../sandbox/simulate-collection-success.ts";
import { simulateCryptoPayment } from "../sandbox/simulate-crypto-payment.ts";
import { getAttempt } from "../webhooks/get-attempt.ts";
import { getEvent } from "../webhooks/get-event.ts";
import { listAttempts } from "../webhooks/list-attempts.ts";
import { listEvents } from "../webhooks/list-events.ts";
import { recoverEvents } from "../webhooks/recover-events.ts";
import { replayEvent } from "../webhooks/replay-event.ts";
import { sendTestEvent } from "../webhooks/send-test-event.ts";

const read = { permission: "read" } as const;
const develop = { permission: "develop" } as const;
const collect = { permission: "collect" } as const;
const pay = { permission: "pay" } as const;

/**
 * The routes of the API that people call as well, below /dashboard/api/:environment, and what they must be allowed for
 * it. Contract and handler are the API's own; the audit log names the person. What changes keys or webhooks has
 * routes of its own.
 */
export const sharedRoutes = {
  banks: { listBanks: forPeople(listBanks, read), verifyAccount: forPeople(verifyAccount, pay) },
  paymentLinks: {
    createPaymentLink: forPeople(createPaymentLink, collect),
    listPaymentLinks: forPeople(listPaymentLinks, read),
    getPaymentLink: forPeople(getPaymentLink, read),
    updatePaymentLink: forPeople(updatePaymentLink, collect),
  },
  collections: {
    createVirtualAccount: forPeople(createVirtualAccount, collect),
    listVirtualAccounts: forPeople(listVirtualAccounts, read),
    getVirtualAccount: forPeople(getVirtualAccount, read),
    createCollection: forPeople(createCollection, collect),
    createCryptoCollection: forPeople(createCryptoCollection, collect),
    listCollections: forPeople(listCollections, read),
    getCollection: forPeople(getCollection, read),
  },
  payouts: {
    // A session that somebody else got hold of must not be enough to send money away.
    createPayout: forPeople(createPayout, { ...pay, stepUp: "live" }),
    listPayouts: forPeople(listPayouts, read),
    getPayout: forPeople(getPayout, read),
    cancelPayout: forPeople(cancelPayout, pay),
    createPayoutAccount: forPeople(createPayoutAccount, { ...pay, stepUp: true }),
    listPayoutAccounts: forPeople(listPayoutAccounts, read),
    getPayoutAccount: forPeople(getPayoutAccount, read),
    updatePayoutAccount: forPeople(updatePayoutAccount, { ...pay, stepUp: true }),
    removePayoutAccount: forPeople(removePayoutAccount, { ...pay, stepUp: true }),
  },
  ledger: { getBalances: forPeople(getBalances, read) },
  identity: {
    checkBvn: forPeople(checkBvn, pay),
    checkNin: forPeople(checkNin, pay),
    listIdentityChecks: forPeople(listIdentityChecks, read),
    getIdentityCheck: forPeople(getIdentityCheck, read),
  },
  webhooks: {
    sendTestEvent: forPeople(sendTestEvent, develop),
    listEvents: forPeople(listEvents, read),
    getEvent: forPeople(getEvent, read),
    listAttempts: forPeople(listAttempts, read),
    getAttempt: forPeople(getAttempt, read),
    replayEvent: forPeople(replayEvent, develop),
    recoverEvents: forPeople(recoverEvents, develop),
  },
  sandbox: {
    simulateCollectionSuccess: forPeople(simulateCollectionSuccess, develop),
    simulateCryptoPayment: forPeople(simulateCryptoPayment, develop),
    getTestClock: forPeople(getTestClock, read),
    advanceTestClock: forPeople(advanceTestClock, develop),
  },
} satisfies Record<string, Record<string, SessionRoute>>;

/** A route of the API for people: the same, but for a session in place of a key, and the environment in the path. */
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
