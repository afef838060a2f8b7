import type { Route } from "../http/route.ts";
import type { Tag } from "./document.ts";

/** The parts of the API: each is a folder of ingress/, in the order in which they are shown. */
const tags = {
  banks: { name: "Banks", description: "The list of banks, and who holds an account." },
  "payment-links": {
    name: "Payment links",
    description: "Hosted pages that payers pay on, named by a slug.",
  },
  collections: {
    name: "Collections",
    description:
      "Payments that are expected or have come in, and the bank accounts and crypto addresses that they are paid into.",
  },
  payouts: {
    name: "Payouts",
    description: "Money that is sent to bank accounts, and the accounts that are saved for it.",
  },
  ledger: { name: "Balances", description: "How much money the merchant has." },
  identity: {
    name: "Identity checks",
    description: "Whether the national record of a BVN or NIN has a phone number.",
  },
  webhooks: {
    name: "Events",
    description: "What happened, where events are sent, and how each webhook was delivered.",
  },
  sandbox: {
    name: "Sandbox",
    description: "What only test keys may do: act as the payer, and move the clock.",
  },
  providers: { name: "Providers", description: "What the provider of a live gateway reports." },
  health: { name: "Operations", description: "For load balancers and monitoring." },
} satisfies Record<string, Tag>;

export type Domain = keyof typeof tags;

/** The routes of each domain, by operationId. */
export type Domains = Record<Domain, Record<string, Route>>;

export const tagOf = (domain: Domain): string => tags[domain].name;

/** The tags of all domains, and of the webhooks that merchants receive. */
export const allTags: Tag[] = [
  ...Object.values(tags),
  { name: "Webhooks", description: "What is sent to the merchant's own endpoint." },
];

/** Every route with its operationId and its domain. */
export function routesOf(domains: Domains) {
  return (Object.keys(tags) as Domain[]).flatMap((domain) =>
    Object.entries(domains[domain]).map(([name, route]) => ({ domain, name, route })),
  );
}
