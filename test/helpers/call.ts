import { expect } from "vitest";
import { z } from "zod";
import { routes } from "../../ingress/api-routes.ts";
import { dashboardRoutes } from "../../ingress/dashboard/dashboard-routes.ts";
import { checkoutRoutes } from "../../ingress/checkout/mount-checkout.ts";
import type { Route } from "../../ingress/http/route.ts";
import { moneyJson } from "../../sql/ledger/money.ts";
import { expectDocumented } from "./expect-documented.ts";

type Request = {
  /** Secret key for the Authorization header. */
  key?: string | undefined;
  /** The token of a person's session, sent as a page of the dashboard sends it. */
  session?: string | undefined;
  /** Sent as JSON, or as it is where it is text or bytes. */
  body?: unknown;
  headers?: Record<string, string>;
};

const envelope = z.union([
  z.strictObject({ data: z.any() }),
  z.strictObject({
    data: z.any(),
    meta: z.strictObject({ nextCursor: z.string().optional(), hasMore: z.boolean() }),
  }),
  z.strictObject({
    error: z.strictObject({
      code: z.string(),
      message: z.string(),
      details: z.record(z.string(), z.union([z.string(), z.int(), moneyJson.strict()])).optional(),
    }),
  }),
]);

export type ApiResponse = {
  status: number;
  headers: Headers;
  /** The body as it came. */
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into responses freely
  data: any;
  meta: { nextCursor?: string; hasMore: boolean };
  error: { code: string; message: string; details?: Record<string, string> };
};

/** The code of a refusal, the status of a success. */
export const outcomeOf = ({ status, error }: ApiResponse): string | number => error?.code ?? status;

/** Sends a request again while it is refused with 503, as clients do: a busy machine may have no connection for it. */
export async function untilServed(send: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (;;) {
    const response = await send();
    if (response.status !== 503) return response;
  }
}

export type Call = (method: string, path: string, request?: Request) => Promise<ApiResponse>;

/** Sends requests to an ingress, and holds every response to the envelope, to the OpenAPI document and to its route. */
export function createCall(baseUrl: string): Call {
  return async (method, path, { key, session, body, headers = {} } = {}) => {
    const raw = body === undefined || typeof body === "string" || Buffer.isBuffer(body);
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: "manual",
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(session === undefined ? {} : { cookie: `__Host-session=${session}` }),
        ...(path.startsWith("/dashboard/api/") && { "sec-fetch-site": "same-origin" }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      body: raw ? ((body as string | undefined) ?? null) : JSON.stringify(body),
    });
    const text = await response.text();
    expect(response.headers.get("x-request-id")).toBeTruthy();
    const { status } = response;
    const file = { status, headers: response.headers, text } as ApiResponse;
    if (response.headers.get("content-type")?.startsWith("text/csv")) return file;
    const parsed = text === "" ? undefined : (JSON.parse(text) as unknown);
    expectDocumented({ method, path, status, headers: response.headers, body: parsed });
    if (status === 304) return file;

    const members = envelope.parse(parsed);
    if ("data" in members) expectDeclared(method, path, status, members);
    return { status, headers: response.headers, text, ...members } as ApiResponse;
  };
}

/** A response has its route's status, every declared member and no other. */
function expectDeclared(
  method: string,
  path: string,
  status: number,
  { data, meta }: { data: unknown; meta?: object },
) {
  const { pathname } = new URL(path, "http://localhost");
  const route = [...Object.values<Route>(routes), ...checkoutRoutes, ...dashboardRoutes].find(
    (candidate) =>
      candidate.method === method.toLowerCase() &&
      new RegExp(`^${candidate.path.replace(/:\w+/g, "[^/]+")}$`).test(pathname),
  );
  expect(route?.success.status, `${method} ${path}`).toBe(status);
  expect(route!.success.data.parse(data)).toEqual(data);
  expect(meta !== undefined).toBe(route!.paged !== undefined);
}
