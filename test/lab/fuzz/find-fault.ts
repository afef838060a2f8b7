import { z } from "zod";
import { problemStatuses } from "../../../ingress/http/problems.ts";
import type { Route } from "../../../ingress/http/route.ts";
import { moneyJson } from "../../../sql/ledger/money.ts";
import type { FuzzRequest } from "./requests.ts";
import type { FuzzResponse } from "./send.ts";

const envelope = z.union([
  z.strictObject({
    data: z.unknown(),
    meta: z.strictObject({ hasMore: z.boolean(), nextCursor: z.string().optional() }).optional(),
  }),
  z.strictObject({
    error: z.strictObject({
      code: z.string(),
      message: z.string(),
      details: z.record(z.string(), z.union([z.string(), z.int(), moneyJson.strict()])).optional(),
    }),
  }),
]);

/** The accounts and the identifier for which the sandbox simulates an outage: the only documented 500. */
const outages = /999999999[89]|99999999999/;

/** What is wrong with a response, the same text for the same fault; undefined if nothing is. */
export function findFault(
  request: FuzzRequest,
  response: FuzzResponse,
  routes: Record<string, Route>,
): string | undefined {
  // A request that Node cannot read may be a HEAD, and still gets a body before the connection is closed.
  if ("failure" in response && response.failure === "HPE_CLOSED_CONNECTION" && request.method === "HEAD")
    return undefined;
  if ("failure" in response) return `no response: ${response.failure}`;
  const { status, headers, text } = response;
  if (headers["x-request-id"] === undefined) return `${status} without x-request-id`;
  if (request.method === "HEAD" || status === 304 || status === 204)
    return text === "" ? undefined : `${status} with a body`;

  const body = parseEnvelope(text);
  if (status === 200 && headers["content-type"] === "text/csv; charset=utf-8")
    return /format=csv|\/results(\?|$)/.test(request.target) ? undefined : "a file that nobody asked for";
  if (body === undefined) return `${status} without the envelope`;
  if ("error" in body) {
    const { code } = body.error;
    if (!(code in problemStatuses)) return `an unknown code ${code}`;
    if (problemStatuses[code as keyof typeof problemStatuses] !== status)
      return `${code} with status ${status}`;
    if (code === "REQUEST_TIMEOUT" && isReadable(request)) return "a request that is complete was waited for";
    // Two bodies of batches are read at a time.
    const isBatch = code === "SERVICE_UNAVAILABLE" && request.target.endsWith("/payout-batches");
    if (status < 500 || isBatch) return undefined;
    const isOutage = code === "INTERNAL_ERROR" && outages.test(request.body ?? "");
    return isOutage ? undefined : `${status} ${code}`;
  }

  const route = routeOf(request, routes);
  if (route === undefined) return `${status} of no route`;
  if (route.success.status !== status) return `${status} is not declared`;
  const data = route.success.data.safeParse(body.data);
  return data.success ? undefined : `data is not as declared: ${z.prettifyError(data.error)}`;
}

/** Whether its head is small enough for Node to read it. */
function isReadable({ target, headers }: FuzzRequest): boolean {
  return target.length + headers.flat().join("    ").length < 15_000;
}

/** The envelope; undefined for anything else. */
export function parseEnvelope(text: string): z.output<typeof envelope> | undefined {
  try {
    return envelope.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function routeOf({ method, target }: FuzzRequest, routes: Record<string, Route>): Route | undefined {
  const path = target.split("?")[0]!;
  return Object.values(routes).find(
    (route) =>
      route.method.toUpperCase() === method &&
      new RegExp(`^${route.path.replace(/:\w+/g, "[^/]+")}/?$`, "i").test(path),
  );
}
