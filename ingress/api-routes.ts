import { approvePayment } from "./approvals/approve-payment.ts";
import { listApprovals } from "./approvals/list-approvals.ts";
import { rejectPayment } from "./approvals/reject-payment.ts";
import { listBanks } from "./banks/list-banks.ts";
import { verifyAccount } from "./banks/verify-account.ts";
import { acceptCredit } from "./collections/accept-credit.ts";
import { createCollection } from "./collections/create-collection.ts";
import { createCryptoCollection } from "./collections/create-crypto-collection.ts";
import { createVirtualAccount } from "./collections/create-virtual-account.ts";
import { getCollection } from "./collections/get-collection.ts";
import { getUnmatchedCredit } from "./collections/get-unmatched-credit.ts";
import { getVirtualAccount } from "./collections/get-virtual-account.ts";
import { listCollections } from "./collections/list-collections.ts";
import { listUnmatchedCredits } from "./collections/list-unmatched-credits.ts";
import { listVirtualAccounts } from "./collections/list-virtual-accounts.ts";
import { returnCredit } from "./collections/return-credit.ts";
import { getHealth } from "./health/get-health.ts";
import { getReadiness } from "./health/get-readiness.ts";
import { checkBvn } from "./identity/check-bvn.ts";
import { checkNin } from "./identity/check-nin.ts";
import { getIdentityCheck } from "./identity/get-identity-check.ts";
import { listIdentityChecks } from "./identity/list-identity-checks.ts";
import { getBalanceTransaction } from "./books/get-balance-transaction.ts";
import { getStatement } from "./books/get-statement.ts";
import { listBalanceTransactions } from "./books/list-balance-transactions.ts";
import { getBalances } from "./ledger/get-balances.ts";
import type { Domains } from "./openapi/tags.ts";
import { createPaymentLink } from "./payment-links/create-payment-link.ts";
import { getPaymentLink } from "./payment-links/get-payment-link.ts";
import { listPaymentLinks } from "./payment-links/list-payment-links.ts";
import { updatePaymentLink } from "./payment-links/update-payment-link.ts";
import { cancelPayoutBatch } from "./payout-batches/cancel-payout-batch.ts";
import { createPayoutBatch } from "./payout-batches/create-payout-batch.ts";
import { getBatchResults } from "./payout-batches/get-batch-results.ts";
import { getPayoutBatch } from "./payout-batches/get-payout-batch.ts";
import { listBatchItems } from "./payout-batches/list-batch-items.ts";
import { listPayoutBatches } from "./payout-batches/list-payout-batches.ts";
import { replaceBatchItem } from "./payout-batches/replace-batch-item.ts";
import { retryPayoutBatch } from "./payout-batches/retry-payout-batch.ts";
import { startPayoutBatch } from "./payout-batches/start-payout-batch.ts";
import { cancelPayout } from "./payouts/cancel-payout.ts";
import { createPayoutAccount } from "./payouts/create-payout-account.ts";
import { createPayout } from "./payouts/create-payout.ts";
import { getPayoutAccount } from "./payouts/get-payout-account.ts";
import { getPayout } from "./payouts/get-payout.ts";
import { listPayoutAccounts } from "./payouts/list-payout-accounts.ts";
import { listPayouts } from "./payouts/list-payouts.ts";
import { quotePayout } from "./payouts/quote-payout.ts";
import { removePayoutAccount } from "./payouts/remove-payout-account.ts";
import { updatePayoutAccount } from "./payouts/update-payout-account.ts";
import { cancelRefund } from "./refunds/cancel-refund.ts";
import { createRefund } from "./refunds/create-refund.ts";
import { getRefund } from "./refunds/get-refund.ts";
import { listRefunds } from "./refunds/list-refunds.ts";
import { setRefundDestination } from "./refunds/set-refund-destination.ts";
import { listRequests } from "./requests/list-requests.ts";
import { recordProviderCredit } from "./gateways/record-provider-credit.ts";
import { advanceTestClock } from "./sandbox/advance-test-clock.ts";
import { getTestClock } from "./sandbox/get-test-clock.ts";
import { simulateCollectionSuccess } from "./sandbox/simulate-collection-success.ts";
import { simulateCryptoPayment } from "./sandbox/simulate-crypto-payment.ts";
import { getAttempt } from "./webhooks/get-attempt.ts";
import { getEvent } from "./webhooks/get-event.ts";
import { getWebhookEndpoint } from "./webhooks/get-webhook-endpoint.ts";
import { listAttempts } from "./webhooks/list-attempts.ts";
import { listEvents } from "./webhooks/list-events.ts";
import { recoverEvents } from "./webhooks/recover-events.ts";
import { replayEvent } from "./webhooks/replay-event.ts";
import { rotateWebhookSecret } from "./webhooks/rotate-webhook-secret.ts";
import { sendTestEvent } from "./webhooks/send-test-event.ts";
import { setWebhookEndpoint } from "./webhooks/set-webhook-endpoint.ts";
import { signEvent } from "./webhooks/sign-event.ts";

/** Every endpoint of the service by its domain (the folder that it is in) and its operationId. */
export const domains = {
  health: { getHealth, getReadiness },
  banks: { listBanks, verifyAccount },
  "payment-links": { createPaymentLink, listPaymentLinks, getPaymentLink, updatePaymentLink },
  collections: {
    createVirtualAccount,
    listVirtualAccounts,
    getVirtualAccount,
    createCollection,
    createCryptoCollection,
    listCollections,
    getCollection,
    listUnmatchedCredits,
    getUnmatchedCredit,
    acceptCredit,
    returnCredit,
  },
  payouts: {
    createPayout,
    quotePayout,
    listPayouts,
    getPayout,
    cancelPayout,
    createPayoutAccount,
    listPayoutAccounts,
    getPayoutAccount,
    updatePayoutAccount,
    removePayoutAccount,
  },
  "payout-batches": {
    createPayoutBatch,
    listPayoutBatches,
    getPayoutBatch,
    listBatchItems,
    replaceBatchItem,
    startPayoutBatch,
    retryPayoutBatch,
    cancelPayoutBatch,
    getBatchResults,
  },
  refunds: { createRefund, listRefunds, getRefund, setRefundDestination, cancelRefund },
  approvals: { listApprovals, approvePayment, rejectPayment },
  ledger: { getBalances },
  books: { listBalanceTransactions, getBalanceTransaction, getStatement },
  identity: { checkBvn, checkNin, listIdentityChecks, getIdentityCheck },
  webhooks: {
    setWebhookEndpoint,
    getWebhookEndpoint,
    rotateWebhookSecret,
    sendTestEvent,
    listEvents,
    getEvent,
    listAttempts,
    getAttempt,
    replayEvent,
    recoverEvents,
    signEvent,
  },
  requests: { listRequests },
  sandbox: { simulateCollectionSuccess, simulateCryptoPayment, getTestClock, advanceTestClock },
  gateways: { recordProviderCredit },
} satisfies Domains;

/** The same endpoints in one table. */
export const routes = {
  ...domains.health,
  ...domains.banks,
  ...domains["payment-links"],
  ...domains.collections,
  ...domains.payouts,
  ...domains["payout-batches"],
  ...domains.refunds,
  ...domains.approvals,
  ...domains.ledger,
  ...domains.books,
  ...domains.identity,
  ...domains.webhooks,
  ...domains.requests,
  ...domains.sandbox,
  ...domains.gateways,
};
