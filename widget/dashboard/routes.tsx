import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, notFound, Outlet, redirect } from "@tanstack/react-router";
import { ApiError } from "./api/api-error.ts";
import type { ListSearch } from "./api/queries.ts";
import { sessionQuery } from "./api/session.ts";
import { afterSession, safeNext } from "./api/sign-in-path.ts";
import type { Environment } from "./api/types.ts";
import { collectionsQuery } from "./collections/collections-queries.ts";
import { latestCollectionsQuery, latestPayoutsQuery, summaryQuery } from "./home/home-queries.ts";
import { payoutsQuery } from "./payouts/payouts-queries.ts";
import { screen } from "./shell/screen.ts";
import { lastEnvironment } from "./shell/environment.ts";
import { NotFound } from "./components/messages/states.tsx";

type Context = { queryClient: QueryClient };

/** The parameters of a screen's URL, as text. */
const textSearch = (search: Record<string, unknown>) => search as ListSearch;

const rootRoute = createRootRouteWithContext<Context>()({
  component: Outlet,
  notFoundComponent: NotFound,
  validateSearch: textSearch,
});

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/$environment", params: { environment: lastEnvironment() }, replace: true });
  },
});

/** The pages for people who are not signed in. */
const signedOutRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "signedOut",
  component: screen(() => import("./people/signed-out-layout.tsx"), "SignedOutLayout"),
});

const signedOut = <Path extends string, Part extends object>(
  path: Path,
  load: () => Promise<Part>,
  name: keyof Part & string,
) => createRoute({ getParentRoute: () => signedOutRoute, path, component: screen(load, name) });

const signedOutRoutes = [
  signedOut("sign-in", () => import("./sessions/sign-in.tsx"), "SignIn"),
  signedOut("sign-up", () => import("./people/sign-up.tsx"), "SignUp"),
  signedOut("verify-email", () => import("./people/verify-email.tsx"), "VerifyEmail"),
  signedOut(
    "request-password-reset",
    () => import("./people/request-password-reset.tsx"),
    "RequestPasswordReset",
  ),
  signedOut("reset-password", () => import("./people/reset-password.tsx"), "ResetPassword"),
  signedOut("invitation", () => import("./members/invitation.tsx"), "Invitation"),
] as const;

/** Everything that needs a session; others go to the sign-in page. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "$environment",
  params: {
    parse: ({ environment }) => {
      if (environment !== "test" && environment !== "live") throw notFound();
      return { environment } as const;
    },
    stringify: ({ environment }: { environment: "test" | "live" }) => ({ environment }),
  },
  beforeLoad: async ({ context, location }) => {
    // The page was requested with a session's cookie.
    const wasSignedIn = document.documentElement.dataset["session"] !== "none";
    try {
      await context.queryClient.ensureQueryData(sessionQuery);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "AUTH_REQUIRED") throw error;
      const path = `/dashboard${location.pathname}${location.searchStr}`;
      const next = safeNext(path);
      const search = wasSignedIn ? afterSession(path) : next === undefined ? {} : { next };
      throw redirect({ to: "/sign-in", search, replace: true });
    }
  },
  component: screen(() => import("./shell/shell.tsx"), "Shell"),
  notFoundComponent: NotFound,
});

const within = <Path extends string, Part extends object>(
  path: Path,
  load: () => Promise<Part>,
  name: keyof Part & string,
  prefetch?: Prefetch,
) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    component: screen(load, name),
    // Another environment's screen begins empty: nothing of test may be shown, or sent, in live.
    remountDeps: ({ params }) => params,
    loader: ({ context: { queryClient }, params, location }) =>
      prefetch?.(queryClient, (params as Shown).environment, textSearch(location.search)),
  });

type Shown = { environment: Environment };
/** Loads the first data together with the code of the screens that most visits open first, so that they render once. */
type Prefetch = (client: QueryClient, environment: Environment, search: ListSearch) => void;

/** One line of folders per domain, one file per screen. README.md explains how to add one. */
export const routeTree = rootRoute.addChildren([
  startRoute,
  signedOutRoute.addChildren(signedOutRoutes),
  shellRoute.addChildren([
    within(
      "/",
      () => import("./home/home.tsx"),
      "Home",
      (client, environment) => {
        void client.prefetchQuery(summaryQuery(environment));
        void client.prefetchQuery(latestCollectionsQuery(environment));
        void client.prefetchQuery(latestPayoutsQuery(environment));
      },
    ),
    within(
      "collections",
      () => import("./collections/collections-list.tsx"),
      "CollectionsList",
      (client, environment, search) => void client.prefetchQuery(collectionsQuery(environment, search)),
    ),
    within("collections/$reference", () => import("./collections/collection-page.tsx"), "CollectionPage"),
    within("unmatched-payments", () => import("./collections/unmatched-list.tsx"), "UnmatchedList"),
    within(
      "virtual-accounts",
      () => import("./virtual-accounts/virtual-accounts-list.tsx"),
      "VirtualAccountsList",
    ),
    within(
      "virtual-accounts/$reference",
      () => import("./virtual-accounts/virtual-account-page.tsx"),
      "VirtualAccountPage",
    ),
    within("payment-links", () => import("./payment-links/payment-links-list.tsx"), "PaymentLinksList"),
    within("payment-links/new", () => import("./payment-links/create-payment-link.tsx"), "CreatePaymentLink"),
    within("payment-links/$slug", () => import("./payment-links/payment-link-page.tsx"), "PaymentLinkPage"),
    within(
      "payouts",
      () => import("./payouts/payouts-list.tsx"),
      "PayoutsList",
      (client, environment, search) => void client.prefetchQuery(payoutsQuery(environment, search)),
    ),
    within("payouts/new", () => import("./payouts/new-payout.tsx"), "NewPayout"),
    within("payouts/$reference", () => import("./payouts/payout-page.tsx"), "PayoutPage"),
    within("payout-batches", () => import("./payout-batches/batches-list.tsx"), "BatchesList"),
    within("payout-batches/new", () => import("./payout-batches/new-batch.tsx"), "NewBatch"),
    within("payout-batches/$reference", () => import("./payout-batches/batch-page.tsx"), "BatchPage"),
    within("refunds", () => import("./refunds/refunds-list.tsx"), "RefundsList"),
    within("refunds/$reference", () => import("./refunds/refund-page.tsx"), "RefundPage"),
    within("approvals", () => import("./approvals/approvals-list.tsx"), "ApprovalsList"),
    within("balance", () => import("./books/balance.tsx"), "Balance"),
    within("statements", () => import("./books/statement.tsx"), "Statement"),
    within("identity-checks", () => import("./identity/identity-checks-list.tsx"), "IdentityChecksList"),
    within(
      "identity-checks/$reference",
      () => import("./identity/identity-check-page.tsx"),
      "IdentityCheckPage",
    ),
    within("events", () => import("./events/events-list.tsx"), "EventsList"),
    within("events/$reference", () => import("./events/event-page.tsx"), "EventPage"),
    within("developers/keys", () => import("./keys/keys-list.tsx"), "KeysList"),
    within("developers/webhooks", () => import("./webhooks/webhook-endpoint.tsx"), "WebhookEndpoint"),
    within("developers/webhooks/playground", () => import("./webhooks/playground.tsx"), "Playground"),
    within("developers/webhooks/$reference", () => import("./webhooks/delivery-page.tsx"), "DeliveryPage"),
    within("developers/embedding", () => import("./embedding/origins.tsx"), "Origins"),
    within("developers/sandbox", () => import("./sandbox/sandbox.tsx"), "Sandbox"),
    within("developers/requests", () => import("./requests/requests-list.tsx"), "RequestsList"),
    within("developers/requests/$requestId", () => import("./requests/request-page.tsx"), "RequestPage"),
    within(
      "settings/payout-accounts",
      () => import("./payout-accounts/payout-accounts-list.tsx"),
      "PayoutAccountsList",
    ),
    within("settings/limits", () => import("./limits/limits.tsx"), "Limits"),
    within(
      "settings/approval-policy",
      () => import("./approvals/approval-policy.tsx"),
      "ApprovalPolicyScreen",
    ),
    within("settings/verification", () => import("./verification/verification.tsx"), "Verification"),
    within("settings/people", () => import("./members/members-list.tsx"), "MembersList"),
    within("settings/audit-log", () => import("./audit-log/audit-log.tsx"), "AuditLog"),
    within("settings/account", () => import("./people/account.tsx"), "Account"),
    within(
      "platform/verifications",
      () => import("./verification/verifications-list.tsx"),
      "VerificationsList",
    ),
    within(
      "platform/verifications/$reference",
      () => import("./verification/verification-review.tsx"),
      "VerificationReview",
    ),
  ]),
]);
