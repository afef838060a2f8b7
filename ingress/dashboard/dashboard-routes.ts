import { listPayments } from "../collections/list-payments.ts";
import type { Route } from "../http/route.ts";
import { addOrigin } from "../checkout/add-origin.ts";
import { countRequests } from "../requests/count-requests.ts";
import { createKey } from "../keys/create-key.ts";
import { getOwnAddress } from "../keys/get-own-address.ts";
import { getRequest } from "../requests/get-request.ts";
import { listKeys } from "../keys/list-keys.ts";
import { listOrigins } from "../checkout/list-origins.ts";
import { removeOrigin } from "../checkout/remove-origin.ts";
import { revokeKey } from "../keys/revoke-key.ts";
import { rotateKey } from "../keys/rotate-key.ts";
import { updateKey } from "../keys/update-key.ts";
import { beginPasskey } from "../factors/begin-passkey.ts";
import { addPasskey } from "../factors/add-passkey.ts";
import { renamePasskey } from "../factors/rename-passkey.ts";
import { removePasskey } from "../factors/remove-passkey.ts";
import { beginTotp } from "../factors/begin-totp.ts";
import { confirmTotp } from "../factors/confirm-totp.ts";
import { disableTotp } from "../factors/disable-totp.ts";
import { renewRecoveryCodes } from "../factors/renew-recovery-codes.ts";
import { beginPasskeySignIn } from "../sessions/begin-passkey-sign-in.ts";
import { signInWithRecoveryCode } from "../sessions/sign-in-with-recovery-code.ts";
import { signInWithTotp } from "../sessions/sign-in-with-totp.ts";
import { signUpByInvitation } from "../people/sign-up-by-invitation.ts";
import { signInWithPasskey } from "../sessions/sign-in-with-passkey.ts";
import { stepUp } from "../sessions/step-up.ts";
import { beginPasskeyStepUp } from "../sessions/begin-passkey-step-up.ts";
import { getFactors } from "../factors/get-factors.ts";
import { listMembers } from "../members/list-members.ts";
import { setMemberRole } from "../members/set-member-role.ts";
import { removeMember } from "../members/remove-member.ts";
import { leaveMerchant } from "../members/leave-merchant.ts";
import { listInvitations } from "../members/list-invitations.ts";
import { createInvitation } from "../members/create-invitation.ts";
import { revokeInvitation } from "../members/revoke-invitation.ts";
import { findInvitation } from "../members/find-invitation.ts";
import { acceptInvitation } from "../members/accept-invitation.ts";
import { createMerchant } from "../merchants/create-merchant.ts";
import { listAuditLog } from "../audit-log/list-audit-log.ts";
import { listBalanceDays } from "../books/list-balance-days.ts";
import { listJournals } from "../ledger/list-journals.ts";
import { getLimits } from "../merchants/get-limits.ts";
import { changePassword } from "../people/change-password.ts";
import { endAllSessions } from "../sessions/end-all-sessions.ts";
import { endOtherSessions } from "../sessions/end-other-sessions.ts";
import { endSession } from "../sessions/end-session.ts";
import { getSession } from "../sessions/get-session.ts";
import { listSessions } from "../sessions/list-sessions.ts";
import { requestPasswordReset } from "../people/request-password-reset.ts";
import { resendVerification } from "../people/resend-verification.ts";
import { resetPassword } from "../people/reset-password.ts";
import { showMerchant } from "../merchants/show-merchant.ts";
import { signIn } from "../sessions/sign-in.ts";
import { signOut } from "../sessions/sign-out.ts";
import { showWebhookEndpoint } from "../webhooks/show-webhook-endpoint.ts";
import { changeEndpoint } from "../webhooks/change-endpoint.ts";
import { rotateEndpointSecret } from "../webhooks/rotate-endpoint-secret.ts";
import { signUp } from "../people/sign-up.ts";
import { verifyEmail } from "../people/verify-email.ts";
import { getSummary } from "./get-summary.ts";
import { search } from "./search.ts";
import { addDocument } from "../verification/add-document.ts";
import { getDocument } from "../verification/get-document.ts";
import { getVerification } from "../verification/get-verification.ts";
import { countVerifications } from "../verification/platform/count-verifications.ts";
import { decideVerification } from "../verification/platform/decide-verification.ts";
import { listVerifications } from "../verification/platform/list-verifications.ts";
import { reviewDocument } from "../verification/platform/review-document.ts";
import { reviewVerification } from "../verification/platform/review-verification.ts";
import { removeDocument } from "../verification/remove-document.ts";
import { reopenVerification } from "../verification/reopen-verification.ts";
import { saveVerification } from "../verification/save-verification.ts";
import { submitVerification } from "../verification/submit-verification.ts";
import { getApprovalPolicy } from "../approvals/get-approval-policy.ts";
import { setApprovalPolicy } from "../approvals/set-approval-policy.ts";
import { sharedRoutes } from "./shared-routes.ts";

/** Every route of the dashboard by its domain and its operationId. */
export const dashboardDomains = {
  merchants: {
    listKeys,
    createKey,
    rotateKey,
    updateKey,
    revokeKey,
    getOwnAddress,
    listOrigins,
    addOrigin,
    removeOrigin,
    getRequest,
    countRequests,
    getLimits,
    createMerchant,
    showMerchant,
  },
  factors: {
    getFactors,
    beginPasskey,
    addPasskey,
    renamePasskey,
    removePasskey,
    beginTotp,
    confirmTotp,
    disableTotp,
    renewRecoveryCodes,
  },
  sessions: {
    signIn,
    beginPasskeySignIn,
    signInWithPasskey,
    signInWithTotp,
    signInWithRecoveryCode,
    beginPasskeyStepUp,
    stepUp,
    getSession,
    listSessions,
    signOut,
    endSession,
    endOtherSessions,
    endAllSessions,
  },
  members: {
    listMembers,
    setMemberRole,
    removeMember,
    leaveMerchant,
    listInvitations,
    createInvitation,
    revokeInvitation,
    findInvitation,
    acceptInvitation,
  },
  "audit-log": { listAuditLog },
  people: {
    signUp,
    signUpByInvitation,
    verifyEmail,
    resendVerification,
    requestPasswordReset,
    resetPassword,
    changePassword,
  },
  verification: {
    getVerification,
    saveVerification,
    submitVerification,
    reopenVerification,
    addDocument,
    getDocument,
    removeDocument,
    listVerifications,
    countVerifications,
    reviewVerification,
    reviewDocument,
    decideVerification,
  },
  banks: sharedRoutes.banks,
  "payment-links": sharedRoutes.paymentLinks,
  collections: { ...sharedRoutes.collections, listPayments },
  dashboard: { getSummary, search },
  payouts: sharedRoutes.payouts,
  "payout-batches": sharedRoutes.payoutBatches,
  refunds: sharedRoutes.refunds,
  approvals: { ...sharedRoutes.approvals, getApprovalPolicy, setApprovalPolicy },
  ledger: { ...sharedRoutes.ledger, listJournals },
  books: { ...sharedRoutes.books, listBalanceDays },
  identity: sharedRoutes.identity,
  requests: sharedRoutes.requests,
  webhooks: { ...sharedRoutes.webhooks, showWebhookEndpoint, changeEndpoint, rotateEndpointSecret },
  sandbox: sharedRoutes.sandbox,
} satisfies Record<string, Record<string, Route>>;

/** The same routes in one list. */
export const dashboardRoutes: Route[] = Object.values(dashboardDomains).flatMap((routes) =>
  Object.values<Route>(routes),
);
