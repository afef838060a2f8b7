import { z } from "zod";
import type { Connection } from "../../sql/process/database.ts";
import { slugPattern } from "../../sql/payment-links/payment-link-json.ts";
import { findRequest } from "../../sql/requests/request-log.ts";
import { foundJson, type FoundJson, type FoundKind } from "../../sql/dashboard/found-json.ts";
import {
  findByAccountNumber,
  findByMerchantReference,
  findByName,
  type Searcher,
} from "../../sql/dashboard/search.ts";
import { referencePattern, type ReferencePrefix } from "../../sql/formats/references.ts";
import { printable, trimPasted } from "../http/fields.ts";
import { requestIdPattern } from "../requests/request-id-field.ts";
import { tenantRoute } from "../http/session-route.ts";

const prefixes = [
  ["pyt", "payout"],
  ["bat", "payout_batch"],
  ["rfd", "refund"],
  ["col", "collection"],
  ["va", "virtual_account"],
  ["evt", "event"],
  ["kyc", "identity_check"],
  ["pac", "payout_account"],
  ["crd", "payment"],
  ["key", "key"],
  ["mer", "business"],
  ["per", "person"],
  ["inv", "invitation"],
  ["doc", "document"],
  ["psk", "passkey"],
] as const satisfies readonly (readonly [ReferencePrefix, FoundKind])[];

export const search = tenantRoute({
  method: "get",
  path: "/dashboard/api/:environment/search",
  summary: "Find a resource by reference, slug or account number",
  permission: "read",
  request: {
    query: z.object({
      q: printable(200).describe(
        "A reference, yours (merchantReference) or ours, a payment link's slug or its URL, a virtual account's account number, or an x-request-id.",
      ),
    }),
  },
  success: {
    status: 200,
    data: z.array(foundJson.meta({ id: "Found", description: "A search result." })),
  },
  handler: async ({ caller, session: { personId }, query: { q } }, { database }) => ({
    data: [
      ...(await find(database, { ...caller, personId }, q)),
      ...(await findByMerchantReference(database, caller, trimPasted(q))),
    ],
  }),
});

/** The text's format decides which lookup to make. Each reads one index; nothing is scanned. */
async function find(database: Connection, searcher: Searcher, text: string): Promise<readonly FoundJson[]> {
  // The last part of a URL that was pasted.
  const name = text
    .trim()
    .replace(/[?#].*$/, "")
    .replace(/^.*\//, "");
  const reference = name.toLowerCase();
  if (/^\d{10}$/.test(name)) return findByAccountNumber(database, searcher, name);
  const named = prefixes.find(([prefix]) => referencePattern(prefix).test(reference));
  if (named !== undefined) return found(await findByName(database, searcher, named[1], reference));
  const links = slugPattern.test(name)
    ? found(await findByName(database, searcher, "payment_link", name))
    : [];
  if (links.length > 0 || !requestIdPattern.test(name)) return links;
  const request = await findRequest(database, searcher, name);
  if (request === null) return [];
  const { requestId, method, path, status } = request;
  return [{ kind: "request", reference: requestId, title: `${method} ${path}`, status: String(status) }];
}

const found = (thing: FoundJson | null): FoundJson[] => (thing === null ? [] : [thing]);
