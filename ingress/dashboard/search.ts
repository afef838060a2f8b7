import { z } from "zod";
import type { Connection } from "../../sql/database.ts";
import { slugPattern } from "../../sql/payment-links/payment-link-json.ts";
import { findRequest } from "../../sql/queries/request-log.ts";
import {
  findByAccountNumber,
  findByName,
  foundJson,
  type FoundJson,
  type FoundKind,
} from "../../sql/queries/search.ts";
import type { Tenant } from "../../sql/queries/tenant.ts";
import { referencePattern, type ReferencePrefix } from "../../sql/references.ts";
import { printable } from "../http/fields.ts";
import { requestIdPattern } from "../merchants/request-id-field.ts";
import { tenantRoute } from "../http/session-route.ts";

const prefixes = [
  ["pyt", "payout"],
  ["col", "collection"],
  ["va", "virtual_account"],
  ["evt", "event"],
  ["kyc", "identity_check"],
  ["pac", "payout_account"],
] as const satisfies readonly (readonly [ReferencePrefix, FoundKind])[];

export const search = tenantRoute({
  method: "get",
  path: "/dashboard/api/:environment/search",
  summary: "Find what has exactly this reference, slug or account number",
  permission: "read",
  request: {
    query: z.object({
      q: printable(200).describe(
        "A reference, a payment link's slug or its URL, a virtual account's account number, or an x-request-id.",
      ),
    }),
  },
  success: {
    status: 200,
    data: z.array(foundJson.meta({ id: "Found", description: "Something that a search found." })),
  },
  errors: [],
  handler: async ({ caller, query: { q } }, { database }) => {
    const found = [...(await find(database, caller, q))];
    return { data: found };
  },
});

/** What the text can name decides where to look: each is one read of an index, and nothing is scanned. */
async function find(database: Connection, tenant: Tenant, text: string): Promise<readonly FoundJson[]> {
  // The last part of a URL that was pasted.
  const name = text
    .trim()
    .replace(/[?#].*$/, "")
    .replace(/^.*\//, "");
  const reference = name.toLowerCase();
  if (/^\d{10}$/.test(name)) return findByAccountNumber(database, tenant, name);
  const named = prefixes.find(([prefix]) => referencePattern(prefix).test(reference));
  if (named !== undefined) return found(await findByName(database, tenant, named[1], reference));
  const links = slugPattern.test(name) ? found(await findByName(database, tenant, "payment_link", name)) : [];
  if (links.length > 0 || !requestIdPattern.test(name)) return links;
  const request = await findRequest(database, tenant, name);
  if (request === null) return [];
  const { requestId, method, path, status } = request;
  return [{ kind: "request", reference: requestId, title: `${method} ${path}`, status: String(status) }];
}

const found = (thing: FoundJson | null): FoundJson[] => (thing === null ? [] : [thing]);
