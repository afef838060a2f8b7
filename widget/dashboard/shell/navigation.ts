import type { IconName } from "../components/values/icon.tsx";
import type { Environment, MemberRole } from "../api/types.ts";

/** The screens of the sidebar and of the search box, in their groups. */
const navigation = [
  {
    name: undefined,
    items: [
      { to: "/$environment", text: "Home", icon: "home" },
      { to: "/$environment/collections", text: "Collections", icon: "collections" },
      { to: "/$environment/virtual-accounts", text: "Virtual accounts", icon: "accounts" },
      { to: "/$environment/payment-links", text: "Payment links", icon: "link" },
      { to: "/$environment/payouts", text: "Payouts", icon: "payouts" },
      { to: "/$environment/payout-batches", text: "Bulk payouts", icon: "batches" },
      { to: "/$environment/refunds", text: "Refunds", icon: "refunds" },
      { to: "/$environment/approvals", text: "Approvals", icon: "approvals" },
      { to: "/$environment/balance", text: "Balance", icon: "balance" },
      { to: "/$environment/statements", text: "Statement", icon: "statement" },
      { to: "/$environment/identity-checks", text: "Identity checks", icon: "identity" },
      { to: "/$environment/events", text: "Events", icon: "events" },
    ],
  },
  {
    name: "Developers",
    items: [
      { to: "/$environment/developers/keys", text: "API keys", icon: "key" },
      { to: "/$environment/developers/webhooks", text: "Webhooks", icon: "webhook" },
      { to: "/$environment/developers/embedding", text: "Embedding", icon: "embed" },
      { to: "/$environment/developers/sandbox", text: "Sandbox", icon: "sandbox", only: "test" },
      { to: "/$environment/developers/requests", text: "Requests", icon: "requests" },
    ],
  },
  {
    name: "Settings",
    items: [
      { to: "/$environment/settings/payout-accounts", text: "Payout accounts", icon: "bank" },
      { to: "/$environment/settings/limits", text: "Limits", icon: "limits" },
      { to: "/$environment/settings/approval-policy", text: "Approval policy", icon: "approvals" },
      { to: "/$environment/settings/verification", text: "Verification", icon: "verification" },
      { to: "/$environment/settings/people", text: "People", icon: "people" },
      { to: "/$environment/settings/audit-log", text: "Audit log", icon: "audit", forOwners: true },
      { to: "/$environment/settings/account", text: "Your account", icon: "person" },
    ],
  },
  {
    name: "Platform",
    items: [
      {
        to: "/$environment/platform/verifications",
        text: "Verifications",
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
  /** The only environment with this screen; without it, both. */
  only?: Environment;
  forReviewers?: boolean;
  forOwners?: boolean;
};

/** Whether a screen is about a business: all but the person's account and the platform's screens. */
export const needsMerchant = (screen: string) => !/^\/(settings\/account|platform\/)/.test(screen);

type navigationForProps = {
  environment: Environment;
  isReviewer: boolean;
  /** The person's role in the business; undefined without one. */
  role: MemberRole | undefined;
};

/** The groups with the screens that this person has here. */
export function navigationFor({ environment, isReviewer, role }: navigationForProps) {
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
