import type { IconName } from "../components/values/icon.tsx";
import type { Environment, MemberRole } from "../api/types.ts";
import { shellTexts } from "../texts/shell.ts";

const { screens, groups } = shellTexts;

/** The screens of the sidebar and of the search box, in their groups. */
const navigation = [
  {
    name: undefined,
    items: [
      { to: "/$environment", text: screens.home, icon: "home" },
      { to: "/$environment/collections", text: screens.collections, icon: "collections" },
      { to: "/$environment/virtual-accounts", text: screens.virtualAccounts, icon: "accounts" },
      { to: "/$environment/payment-links", text: screens.paymentLinks, icon: "link" },
      { to: "/$environment/payouts", text: screens.payouts, icon: "payouts" },
      { to: "/$environment/identity-checks", text: screens.identityChecks, icon: "identity" },
      { to: "/$environment/events", text: screens.events, icon: "events" },
    ],
  },
  {
    name: groups.developers,
    items: [
      { to: "/$environment/developers/keys", text: screens.apiKeys, icon: "key" },
      { to: "/$environment/developers/webhooks", text: screens.webhooks, icon: "webhook" },
      { to: "/$environment/developers/embedding", text: screens.embedding, icon: "embed" },
      { to: "/$environment/developers/sandbox", text: screens.sandbox, icon: "sandbox", only: "test" },
      { to: "/$environment/developers/requests", text: screens.requests, icon: "requests" },
    ],
  },
  {
    name: groups.settings,
    items: [
      { to: "/$environment/settings/payout-accounts", text: screens.payoutAccounts, icon: "bank" },
      { to: "/$environment/settings/limits", text: screens.limits, icon: "limits" },
      { to: "/$environment/settings/verification", text: screens.verification, icon: "verification" },
      { to: "/$environment/settings/people", text: screens.people, icon: "people" },
      { to: "/$environment/settings/audit-log", text: screens.auditLog, icon: "audit", forOwners: true },
      { to: "/$environment/settings/account", text: screens.account, icon: "person" },
    ],
  },
  {
    name: groups.platform,
    items: [
      {
        to: "/$environment/platform/verifications",
        text: screens.verifications,
        icon: "verification",
        forReviewers: true,
      },
    ],
  },
] as const satisfies { name: string | undefined; items: readonly NavigationItem[] }[];

type NavigationItem = {
  to: string;
  text: string;
  icon: IconName;
  /** The environment that has this screen; both without it. */
  only?: Environment;
  forReviewers?: boolean;
  forOwners?: boolean;
};

/** Whether a screen shows a business: all do but one's own account and those of the platform. */
export const needsMerchant = (screen: string) => !/^\/(settings\/account|platform\/)/.test(screen);

/** The groups with the screens that this person has here. */
export function navigationFor({
  environment,
  isReviewer,
  role,
}: {
  environment: Environment;
  isReviewer: boolean;
  /** What the person is to the business; undefined without one. */
  role: MemberRole | undefined;
}) {
  return navigation
    .map(({ name, items }) => ({
      name,
      items: items.filter(
        (item: NavigationItem) =>
          (item.only === undefined || item.only === environment) &&
          (!item.forReviewers || isReviewer) &&
          (!item.forOwners || role === "owner") &&
          (role !== undefined || !needsMerchant(item.to.replace("/$environment", ""))),
      ),
    }))
    .filter(({ items }) => items.length > 0);
}
