import type { Route } from "../http/route.ts";
import type { Tag } from "./document.ts";

/** The parts of the API, in the order in which they are shown, and where their paths begin. */
const parts: (Tag & { paths: string[] })[] = [
  { name: "Banks", description: "Which banks there are, and who holds an account.", paths: ["/v1/banks"] },
  {
    name: "Virtual accounts",
    description: "Bank accounts that each expect one payment at a time.",
    paths: ["/v1/virtual-accounts"],
  },
  {
    name: "Payment links",
    description: "Hosted pages that payers pay on, named by a slug.",
    paths: ["/v1/payment-links"],
  },
  {
    name: "Collections",
    description: "Payments that are expected or have come in.",
    paths: ["/v1/collections", "/v1/crypto-collections"],
  },
  { name: "Payouts", description: "Money that is sent to bank accounts.", paths: ["/v1/payouts"] },
  { name: "Balances", description: "What the merchant has.", paths: ["/v1/balances"] },
  {
    name: "Identity checks",
    description: "Whether the national record of a BVN or NIN carries a phone number.",
    paths: ["/v1/kyc"],
  },
  {
    name: "Webhook endpoint",
    description: "Where the merchant hears of events, and what they are signed with.",
    paths: ["/v1/webhook-endpoint"],
  },
  {
    name: "Events",
    description: "What happened, and how each webhook was delivered.",
    paths: ["/v1/events"],
  },
  {
    name: "Sandbox",
    description: "What only test keys may do: play payers, and move the clock.",
    paths: ["/v1/sandbox"],
  },
  {
    name: "Provider",
    description: "For the provider behind live keys, not for merchants.",
    paths: ["/v1/provider"],
  },
  {
    name: "Operations",
    description: "For load balancers and monitoring.",
    paths: ["/healthz", "/readyz"],
  },
];

/** The name of the part of the API that a route belongs to. Raises where its path belongs to none. */
export function tagOf({ path }: Route): string {
  const part = parts.find(({ paths }) =>
    paths.some((start) => path === start || path.startsWith(`${start}/`)),
  );
  if (part === undefined) throw new Error(`${path} belongs to no tag`);
  return part.name;
}

/** The parts that these routes belong to. */
export function tagsOf(routes: Route[]): Tag[] {
  const used = new Set(routes.map(tagOf));
  return parts.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description }));
}
