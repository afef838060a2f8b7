import createClient from "openapi-fetch";
import { forgetUnsaved } from "../components/forms/unsaved.ts";
import { requestStepUp } from "../step-up/request-step-up.ts";
import { ApiError, readApiError } from "./api-error.ts";
import type { paths } from "./dist/schema.d.ts";
import { queryClient, sessionKey } from "./query-client.ts";
import { goToSignIn } from "./sign-in-path.ts";
import type { Session } from "./types.ts";

/**
 * The dashboard's API, typed by its OpenAPI document: `await api.GET("/{environment}/payouts", { params })`. A
 * refusal is thrown as an ApiError, so a call that returns has its data (see dataOf).
 */
export const api = createClient<paths>({
  baseUrl: "/dashboard/api",
  credentials: "same-origin",
  fetch: callDashboard,
});

/** The `data` of a response of `api`. */
export async function dataOf<Data>(call: Promise<{ data?: { data: Data } }>): Promise<Data> {
  return (await call).data!.data;
}

/** A page from a response of `api`: its items, and the cursor of the next page if there is one. */
export async function pageOf<Item>(
  call: Promise<{ data?: { data: Item[]; meta: { nextCursor?: string; hasMore: boolean } } }>,
): Promise<Page<Item>> {
  const { data, meta } = (await call).data!;
  return { items: data, nextCursor: meta.hasMore ? meta.nextCursor : undefined };
}

export type Page<Item> = { items: Item[]; nextCursor: string | undefined };

/** Changes in progress: one of them may renew the session's token. */
const changing = new Set<Promise<Response>>();
/** How many of them have succeeded. */
let changed = 0;

/**
 * Sends a request. If it needs a step-up, asks for one and repeats it. If the session has ended, goes to the sign-in
 * page; if another tab has switched to another business, reloads with that one.
 */
async function callDashboard(request: Request): Promise<Response> {
  const merchant = shownMerchant();
  // With a header that the page's preload link lacks, the browser would load it again.
  const isLoading = request.method === "GET" && preloaded.delete(request.url);
  if (merchant !== undefined && !isLoading) request.headers.set(MERCHANT_HEADER, merchant);
  const before = changed;
  let response = await send(request.clone());
  let error = await refusalOf(response);
  // The token may have changed before it arrived. Nothing was done, so it is repeated with the new one.
  if (error?.code === "AUTH_REQUIRED" && queryClient.getQueryData(sessionKey) !== undefined) {
    const isOfThisTab = changing.size > 0 || changed > before;
    await (isOfThisTab ? Promise.allSettled(changing) : pass(OTHER_TAB_MS));
    response = await send(request.clone());
    error = await refusalOf(response);
  }
  if (error?.code === "STEP_UP_REQUIRED" && (await requestStepUp())) {
    response = await send(request);
    error = await refusalOf(response);
  } else if (error?.code === "AUTH_REQUIRED" && !request.url.endsWith("/session")) {
    // The session's own request only checks whether there is one.
    goToSignIn();
  } else if (error?.code === "MERCHANT_CHANGED") {
    startAgain();
  }
  if (error !== undefined) throw error;
  const owner = response.headers.get(MERCHANT_HEADER);
  if (merchant !== undefined && owner !== null && owner !== merchant) {
    startAgain();
    throw new ApiError(409, { code: "MERCHANT_CHANGED", message: "The session shows another business." });
  }
  return response;
}

/** What the page's links preload (ingress/dashboard/preloads.ts). Each serves one request. */
const preloaded = new Set(
  [...document.querySelectorAll<HTMLLinkElement>("link[as=fetch]")].map(({ href }) => href),
);

/** The new token may be in a response to another tab that is still on its way. */
const OTHER_TAB_MS = 500;
const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Names a request's business. The service refuses the request if the session shows another one. */
export const MERCHANT_HEADER = "x-merchant";

/** The business that this tab shows; another tab may have switched since. */
export const shownMerchant = (): string | undefined =>
  queryClient.getQueryData<Session>(sessionKey)?.merchant?.reference;

/** Reloads with the session's present business. */
export function startAgain(): void {
  forgetUnsaved();
  window.location.assign("/dashboard");
}

const refusalOf = (response: Response) => (response.ok ? undefined : readApiError(response));

async function send(request: Request): Promise<Response> {
  if (request.method === "GET") return fetchOrFail(request);
  const change = fetchOrFail(request);
  changing.add(change);
  try {
    const response = await change;
    if (response.ok) changed += 1;
    return response;
  } finally {
    changing.delete(change);
  }
}

async function fetchOrFail(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    // A response that is cut off counts as none.
    await response.clone().arrayBuffer();
    return response;
  } catch (error) {
    // Someone left the screen: no failure.
    if (request.signal.aborted) throw error;
    throw new ApiError(0, { code: "NO_CONNECTION", message: "The service cannot be reached." });
  }
}
