import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, notFound, Outlet, redirect } from "@tanstack/react-router";
import { ApiError } from "./api/api-error.ts";
import { sessionQuery } from "./api/session.ts";
import { afterSession, safeNext } from "./api/sign-in-path.ts";
import { collectionsQuery } from "./collections/collections-queries.ts";
import { latestCollectionsQuery, latestPayoutsQuery, summaryQuery } from "./home/home-queries.ts";
import { payoutsQuery } from "./payouts/payouts-queries.ts";
import { screen } from "./shell/screen.ts";
import { lastEnvironment } from "./shell/environment.ts";
import { NotFound } from "./shell/not-found.tsx";

type Context = { queryClient: QueryClient };

/** The parameters of a screen's URL, as text. */
const textSearch = (search: Record<string, unknown>) => search as Record<string, string>;

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

/** The pages of who is not signed in. */
const signedOutRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "signedOut",
  component: screen(() => import("./people/signed-out-layout.tsx"), "SignedOutLayout"),
});

const signedOutRoutes = [
  createRoute({
    getParentRoute: () => signedOutRoute,
    path: "sign-in",
    component: screen(() => import("./sessions/sign-in.tsx"), "SignIn"),
  }),
  createRoute({
    getParentRoute: () => signedOutRoute,
    path: "sign-up",
    component: screen(() => import("./people/sign-up.tsx"), "SignUp"),
  }),
  createRoute({
    getParentRoute: () => signedOutRoute,
    path: "verify-email",
    component: screen(() => import("./people/verify-email.tsx"), "VerifyEmail"),
  }),
  createRoute({
    getParentRoute: () => signedOutRoute,
    path: "request-password-reset",
    component: screen(() => import("./people/request-password-reset.tsx"), "RequestPasswordReset"),
  }),
  createRoute({
    getParentRoute: () => signedOutRoute,
    path: "reset-password",
    component: screen(() => import("./people/reset-password.tsx"), "ResetPassword"),
  }),
  createRoute({
    getParentRoute: () => signedOutRoute,
    path: "invitation",
    component: screen(() => import("./members/invitation.tsx"), "Invitation"),
  }),
] as const;

/** Everything of who is signed in; others go to the sign-in page. */
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
    // The page came with a session's cookie.
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

/**
 * One line of folders a domain, one file a screen. See README.md on how to add one. Where most visits begin, a loader
 * asks for the first data while the screen's code comes: then it is drawn once, with its data.
 */
export const routeTree = rootRoute.addChildren([
  startRoute,
  signedOutRoute.addChildren(signedOutRoutes),
  shellRoute.addChildren([
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/",
      component: screen(() => import("./home/home.tsx"), "Home"),
      loader: ({ context: { queryClient }, params: { environment } }) => {
        void queryClient.prefetchQuery(summaryQuery(environment));
        void queryClient.prefetchQuery(latestCollectionsQuery(environment));
        void queryClient.prefetchQuery(latestPayoutsQuery(environment));
      },
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "collections",
      component: screen(() => import("./collections/collections-list.tsx"), "CollectionsList"),
      loader: ({ context: { queryClient }, params: { environment }, location }) =>
        void queryClient.prefetchQuery(collectionsQuery(environment, textSearch(location.search))),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "collections/$reference",
      component: screen(() => import("./collections/collection-page.tsx"), "CollectionPage"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "unmatched-payments",
      component: screen(() => import("./collections/unmatched-list.tsx"), "UnmatchedList"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "virtual-accounts",
      component: screen(() => import("./virtual-accounts/virtual-accounts-list.tsx"), "VirtualAccountsList"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "virtual-accounts/$reference",
      component: screen(() => import("./virtual-accounts/virtual-account-page.tsx"), "VirtualAccountPage"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "payment-links",
      component: screen(() => import("./payment-links/payment-links-list.tsx"), "PaymentLinksList"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "payment-links/new",
      component: screen(() => import("./payment-links/create-payment-link.tsx"), "CreatePaymentLink"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "payment-links/$slug",
      component: screen(() => import("./payment-links/payment-link-page.tsx"), "PaymentLinkPage"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "payouts",
      component: screen(() => import("./payouts/payouts-list.tsx"), "PayoutsList"),
      loader: ({ context: { queryClient }, params: { environment }, location }) =>
        void queryClient.prefetchQuery(payoutsQuery(environment, textSearch(location.search))),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "payouts/new",
      component: screen(() => import("./payouts/new-payout.tsx"), "NewPayout"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "payouts/$reference",
      component: screen(() => import("./payouts/payout-page.tsx"), "PayoutPage"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "identity-checks",
      component: screen(() => import("./identity/identity-checks-list.tsx"), "IdentityChecksList"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "identity-checks/$reference",
      component: screen(() => import("./identity/identity-check-page.tsx"), "IdentityCheckPage"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "events",
      component: screen(() => import("./events/events-list.tsx"), "EventsList"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "events/$reference",
      component: screen(() => import("./events/event-page.tsx"), "EventPage"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "developers/keys",
      component: screen(() => import("./keys/keys-list.tsx"), "KeysList"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "developers/webhooks",
      component: screen(() => import("./webhooks/webhook-endpoint.tsx"), "WebhookEndpoint"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "developers/webhooks/playground",
      component: screen(() => import("./webhooks/playground.tsx"), "Playground"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "developers/webhooks/$reference",
      component: screen(() => import("./webhooks/delivery-page.tsx"), "DeliveryPage"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "developers/embedding",
      component: screen(() => import("./embedding/origins.tsx"), "Origins"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "developers/sandbox",
      component: screen(() => import("./sandbox/sandbox.tsx"), "Sandbox"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "developers/requests",
      component: screen(() => import("./requests/requests-list.tsx"), "RequestsList"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "developers/requests/$requestId",
      component: screen(() => import("./requests/request-page.tsx"), "RequestPage"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "settings/payout-accounts",
      component: screen(() => import("./payout-accounts/payout-accounts-list.tsx"), "PayoutAccountsList"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "settings/limits",
      component: screen(() => import("./limits/limits.tsx"), "Limits"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "settings/verification",
      component: screen(() => import("./verification/verification.tsx"), "Verification"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "settings/people",
      component: screen(() => import("./members/members-list.tsx"), "MembersList"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "settings/audit-log",
      component: screen(() => import("./audit-log/audit-log.tsx"), "AuditLog"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "settings/account",
      component: screen(() => import("./people/account.tsx"), "Account"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "platform/verifications",
      component: screen(() => import("./verification/verifications-list.tsx"), "VerificationsList"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "platform/verifications/$reference",
      component: screen(() => import("./verification/verification-review.tsx"), "VerificationReview"),
    }),
  ]),
]);
