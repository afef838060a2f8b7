import { queryOptions } from "@tanstack/react-query";
import type { LinkOptions } from "@tanstack/react-router";
import { api, dataOf } from "../api/client.ts";
import type { Environment, Found } from "../api/types.ts";
import type { IconName } from "../components/values/icon.tsx";

/** Shorter texts begin the name of a screen: nothing is searched yet. */
const SHORTEST = 3;

/** Finds an exact match. Sends no request before the text can be one. */
export const searchQuery = (environment: Environment, q: string) =>
  queryOptions({
    queryKey: [environment, "search", q],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/{environment}/search", { params: { path: { environment }, query: { q } }, signal })),
    enabled: q.length >= SHORTEST && q.length <= 200,
    retry: false,
  });

const icons: Record<Found["kind"], IconName> = {
  payout: "payouts",
  payout_batch: "payouts",
  refund: "refunds",
  collection: "collections",
  virtual_account: "accounts",
  payment_link: "link",
  event: "events",
  identity_check: "identity",
  payout_account: "bank",
  payment: "collections",
  key: "key",
  business: "verification",
  person: "people",
  invitation: "people",
  document: "verification",
  passkey: "person",
  request: "requests",
};

export const iconOf = ({ kind }: Found): IconName => icons[kind];

/** The screen of a kind, or its list. */
const pages = {
  payout: "/$environment/payouts/$reference",
  payout_batch: "/$environment/payout-batches/$reference",
  refund: "/$environment/refunds/$reference",
  collection: "/$environment/collections/$reference",
  virtual_account: "/$environment/virtual-accounts/$reference",
  event: "/$environment/events/$reference",
  identity_check: "/$environment/identity-checks/$reference",
  payout_account: "/$environment/settings/payout-accounts",
  key: "/$environment/developers/keys",
  business: "/$environment/settings/verification",
  person: "/$environment/settings/people",
  invitation: "/$environment/settings/people",
  document: "/$environment/settings/verification",
  passkey: "/$environment/settings/account",
} as const;

/** The screen of what was found, or its list. */
export function linkTo(environment: Environment, { kind, reference, collection }: Found): LinkOptions {
  if (kind === "payment_link")
    return { to: "/$environment/payment-links/$slug", params: { environment, slug: reference } };
  if (kind === "payment")
    return collection === undefined
      ? { to: "/$environment/unmatched-payments", params: { environment }, search: { reference } }
      : { to: pages.collection, params: { environment, reference: collection } };
  if (kind === "payout_account")
    return { to: pages.payout_account, params: { environment }, search: { reference } };
  if (kind === "request")
    return {
      to: "/$environment/developers/requests/$requestId",
      params: { environment, requestId: reference },
    };
  return { to: pages[kind], params: { environment, reference } };
}
