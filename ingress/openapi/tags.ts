import type { Route } from "../http/route.ts";
import type { Tag } from "./document.ts";

/** The parts of the API: each is a folder of ingress/, in the order in which they are shown. */
const tags = {
  banks: { name: "Banks", description: "List banks, and look up who holds an account." },
  "payment-links": {
    name: "Payment links",
    description: "Hosted payment pages, each with its own slug.",
  },
  collections: {
    name: "Collections",
    description:
      "Expected and received payments, and the bank accounts and crypto addresses they're paid into.",
  },
  payouts: {
    name: "Payouts",
    description: "Transfers to bank accounts, and saved payout accounts.",
  },
  "payout-batches": {
    name: "Payout batches",
    description: "Up to 10,000 payouts that are checked and started together.",
  },
  refunds: {
    name: "Refunds",
    description: "Money sent back to the payers of collections.",
  },
  approvals: {
    name: "Approvals",
    description: "Payments that a second person has to approve.",
  },
  ledger: { name: "Balances", description: "Your available and reserved money." },
  books: { name: "Books", description: "Each movement of your available money, and statements." },
  identity: {
    name: "Identity checks",
    description: "Check whether a phone number matches the national record of a BVN or NIN.",
  },
  webhooks: {
    name: "Events",
    description: "Everything that happened in your account, and how each webhook was delivered.",
  },
  requests: { name: "Requests", description: "What your keys and your people sent to the API." },
  sandbox: {
    name: "Sandbox",
    description: "Simulate payers and move the clock, in test mode only.",
  },
  gateways: { name: "Providers", description: "Notifications from live payment providers." },
  health: { name: "Operations", description: "For load balancers and monitoring." },
} satisfies Record<string, Tag>;

export type Domain = keyof typeof tags;

/** The routes of each domain, by operationId. */
export type Domains = Record<Domain, Record<string, Route>>;

export const tagOf = (domain: Domain): string => tags[domain].name;

/** The tags of all domains, and of the webhooks that merchants receive. */
export const allTags: Tag[] = [
  ...Object.values(tags),
  { name: "Webhooks", description: "Requests we send to your webhook endpoint." },
];

/** Every route with its operationId and its domain. */
export function routesOf(domains: Domains) {
  return (Object.keys(tags) as Domain[]).flatMap((domain) =>
    Object.entries(domains[domain]).map(([name, route]) => ({ domain, name, route })),
  );
}
