import { Agent, errors, request } from "undici";
import { z } from "zod";
import { parseRetryAfter } from "../parse-retry-after.ts";
import { startDeadline } from "../start-deadline.ts";
import type { Unknown } from "./gateway.ts";

/** For connection, request and whole response. Below a task's deadline, to leave time to write the result. */
const TOTAL_MS = 6_000;
const CONNECT_MS = 3_000;
/** More than any response without a picture needs, in bytes. */
const BODY_LIMIT = 64 * 1024;
/** The `bodyLimit` of a provider that lists transactions: a page of them is long. */
export const LIST_LIMIT = 256 * 1024;

/** `authorization`: if it differs between requests. */
export type ProviderRequest = {
  method: "GET" | "POST";
  path: string;
  body?: object;
  authorization?: string;
};

/** `body`: undefined if it is not a JSON object. `retryAfterMs`: how long a 429 asks us to wait. */
type JsonResponse = {
  kind: "response";
  status: number;
  body: Record<string, unknown> | undefined;
  retryAfterMs?: number;
};

export type RequestJson = (request: ProviderRequest, signal: AbortSignal) => Promise<JsonResponse | Unknown>;

/**
 * `secret`: sent as bearer token. `headers`: other authentication. `parse`: reads the text of a response in place of
 * JSON.parse; it may throw.
 */
type Target = { url: string; bodyLimit?: number; limitMs?: number; parse?: (text: string) => unknown } & (
  { secret: string } | { headers: Record<string, string> }
);

/**
 * Returns the function that makes one request to the provider at `url`: JSON both ways, no redirects, at most `limitMs`
 * and `bodyLimit` bytes of response, by default 6 s and 64 KB.
 *
 * It never throws. No response in time, a broken connection or a response that is too long is unknown, and no reason
 * repeats what was sent or received. Without a connection, nothing was sent.
 */
export function createRequestJson({
  url,
  bodyLimit = BODY_LIMIT,
  limitMs = TOTAL_MS,
  parse = JSON.parse,
  ...target
}: Target): RequestJson {
  const dispatcher = new Agent({ allowH2: false, connect: { timeout: CONNECT_MS } });
  const base = url.replace(/\/+$/, "");
  const headers = {
    accept: "application/json",
    "content-type": "application/json",
    "user-agent": "payments-platform/1",
    ...("secret" in target ? { authorization: `Bearer ${target.secret}` } : target.headers),
  };

  return async ({ method, path, body, authorization }, signal) => {
    using deadline = startDeadline(limitMs, signal);
    try {
      const response = await request(`${base}${path}`, {
        dispatcher,
        method,
        headers: authorization === undefined ? headers : { ...headers, authorization },
        body: body === undefined ? null : JSON.stringify(body),
        signal: deadline.signal,
      });
      const text = await readText(response.body, bodyLimit);
      if (text === undefined)
        return {
          kind: "unknown",
          reason: `a response of more than ${bodyLimit / 1024} KB`,
          isTooLong: true,
        };
      const status = response.statusCode;
      const retryAfterS = status === 429 ? parseRetryAfter(response.headers["retry-after"]) : undefined;
      return {
        kind: "response",
        status,
        body: jsonObject.safeParse(orUndefined(parse, text)).data,
        ...(retryAfterS !== undefined && { retryAfterMs: retryAfterS * 1_000 }),
      };
    } catch (error) {
      if (deadline.signal.aborted) return { kind: "unknown", reason: "no response in time" };
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      const reason = `the connection failed: ${typeof code === "string" ? code : "no code"}`;
      return {
        kind: "unknown",
        reason,
        ...(neverConnected(error) && { notSent: "unavailable", neverLeft: true }),
      };
    }
  };
}

/** An error status tells nothing about the request. `what`: put in the reason, after the status. */
export function unknownStatus(
  { status, retryAfterMs }: Pick<JsonResponse, "status" | "retryAfterMs">,
  what = "",
): Unknown {
  return {
    kind: "unknown",
    reason: `status ${status}${what}`,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/** Whether an error says that no connection was made. One that broke later may have carried the request. */
function neverConnected(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(neverConnected);
  if (error instanceof errors.ConnectTimeoutError) return true;
  return (
    error instanceof Error && "syscall" in error && ["connect", "getaddrinfo"].includes(`${error.syscall}`)
  );
}

/** The whole body; undefined, hanging up, when it is too long. */
async function readText(stream: AsyncIterable<Buffer>, limit: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const jsonObject = z.record(z.string(), z.unknown());

function orUndefined(parse: (text: string) => unknown, text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
