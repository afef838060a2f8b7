import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { ApiError } from "./api/api-error.ts";
import { sessionQuery } from "./api/session.ts";
import { safeNext } from "./api/sign-in-path.ts";
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
  component: lazyRouteComponent(() => import("./people/signed-out-layout.tsx"), "SignedOutLayout"),
});

const signedOutRoutes = [
  createRoute({
    getParentRoute: () => signedOutRoute,
    path: "sign-in",
    component: lazyRouteComponent(() => import("./sessions/sign-in.tsx"), "SignIn"),
  }),
  createRoute({
    getParentRoute: () => signedOutRoute,
    path: "sign-up",
    component: lazyRouteComponent(() => import("./people/sign-up.tsx"), "SignUp"),
  }),
  createRoute({
    getParentRoute: () => signedOutRoute,
    path: "verify-email",
    component: lazyRouteComponent(() => import("./people/verify-email.tsx"), "VerifyEmail"),
  }),
  createRoute({
    getParentRoute: () => signedOutRoute,
    path: "request-password-reset",
    component: lazyRouteComponent(
      () => import("./people/request-password-reset.tsx"),
      "RequestPasswordReset",
    ),
  }),
  createRoute({
    getParentRoute: () => signedOutRoute,
    path: "reset-password",
    component: lazyRouteComponent(() => import("./people/reset-password.tsx"), "ResetPassword"),
  }),
  createRoute({
    getParentRoute: () => signedOutRoute,
    path: "invitation",
    component: lazyRouteComponent(() => import("./members/invitation.tsx"), "Invitation"),
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
    try {
      await context.queryClient.ensureQueryData(sessionQuery);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "AUTH_REQUIRED") throw error;
      const next = safeNext(`/dashboard${location.pathname}${location.searchStr}`);
      throw redirect({ to: "/sign-in", search: next === undefined ? {} : { next }, replace: true });
    }
  },
  component: lazyRouteComponent(() => import("./shell/shell.tsx"), "Shell"),
  notFoundComponent: NotFound,
});

/** One line of folders a domain, one file a screen. See README.md on how to add one. */
export const routeTree = rootRoute.addChildren([
  startRoute,
  signedOutRoute.addChildren(signedOutRoutes),
  shellRoute.addChildren([
    createRoute({
      getParentRoute: () => shellRoute,
      path: "/",
      component: lazyRouteComponent(() => import("./home/home.tsx"), "Home"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "collections",
      component: lazyRouteComponent(() => import("./collections/collections-list.tsx"), "CollectionsList"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "collections/$reference",
      component: lazyRouteComponent(() => import("./collections/collection-page.tsx"), "CollectionPage"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "unmatched-payments",
      component: lazyRouteComponent(() => import("./collections/unmatched-list.tsx"), "UnmatchedList"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "virtual-accounts",
      component: lazyRouteComponent(
        () => import("./virtual-accounts/virtual-accounts-list.tsx"),
        "VirtualAccountsList",
      ),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "virtual-accounts/$reference",
      component: lazyRouteComponent(
        () => import("./virtual-accounts/virtual-account-page.tsx"),
        "VirtualAccountPage",
      ),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "payment-links",
      component: lazyRouteComponent(
        () => import("./payment-links/payment-links-list.tsx"),
        "PaymentLinksList",
      ),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "payment-links/new",
      component: lazyRouteComponent(
        () => import("./payment-links/create-payment-link.tsx"),
        "CreatePaymentLink",
      ),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "payment-links/$slug",
      component: lazyRouteComponent(() => import("./payment-links/payment-link-page.tsx"), "PaymentLinkPage"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "payouts",
      component: lazyRouteComponent(() => import("./payouts/payouts-list.tsx"), "PayoutsList"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "payouts/new",
      component: lazyRouteComponent(() => import("./payouts/new-payout.tsx"), "NewPayout"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "payouts/$reference",
      component: lazyRouteComponent(() => import("./payouts/payout-page.tsx"), "PayoutPage"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "identity-checks",
      component: lazyRouteComponent(
        () => import("./identity/identity-checks-list.tsx"),
        "IdentityChecksList",
      ),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "identity-checks/$reference",
      component: lazyRouteComponent(() => import("./identity/identity-check-page.tsx"), "IdentityCheckPage"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "events",
      component: lazyRouteComponent(() => import("./events/events-list.tsx"), "EventsList"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "events/$reference",
      component: lazyRouteComponent(() => import("./events/event-page.tsx"), "EventPage"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "developers/keys",
      component: lazyRouteComponent(() => import("./keys/keys-list.tsx"), "KeysList"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "developers/webhooks",
      component: lazyRouteComponent(() => import("./webhooks/webhook-endpoint.tsx"), "WebhookEndpoint"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "developers/webhooks/playground",
      component: lazyRouteComponent(() => import("./webhooks/playground.tsx"), "Playground"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "developers/webhooks/$reference",
      component: lazyRouteComponent(() => import("./webhooks/delivery-page.tsx"), "DeliveryPage"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "developers/embedding",
      component: lazyRouteComponent(() => import("./embedding/origins.tsx"), "Origins"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "developers/sandbox",
      component: lazyRouteComponent(() => import("./sandbox/sandbox.tsx"), "Sandbox"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "developers/requests",
      component: lazyRouteComponent(() => import("./requests/requests-list.tsx"), "RequestsList"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "developers/requests/$requestId",
      component: lazyRouteComponent(() => import("./requests/request-page.tsx"), "RequestPage"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "settings/payout-accounts",
      component: lazyRouteComponent(
        () => import("./payout-accounts/payout-accounts-list.tsx"),
        "PayoutAccountsList",
      ),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "settings/limits",
      component: lazyRouteComponent(() => import("./limits/limits.tsx"), "Limits"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "settings/verification",
      component: lazyRouteComponent(() => import("./verification/verification.tsx"), "Verification"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "settings/people",
      component: lazyRouteComponent(() => import("./members/members-list.tsx"), "MembersList"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "settings/audit-log",
      component: lazyRouteComponent(() => import("./audit-log/audit-log.tsx"), "AuditLog"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "settings/account",
      component: lazyRouteComponent(() => import("./people/account.tsx"), "Account"),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "platform/verifications",
      component: lazyRouteComponent(
        () => import("./verification/verifications-list.tsx"),
        "VerificationsList",
      ),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: "platform/verifications/$reference",
      component: lazyRouteComponent(
        () => import("./verification/verification-review.tsx"),
        "VerificationReview",
      ),
    }),
  ]),
]);
