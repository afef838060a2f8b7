import { Agent, request } from "undici";
import { z } from "zod";
import type { LiveGateway } from "../../../sql/live-gateway.ts";
import type { NotFound, Unknown } from "../gateway.ts";
import type { Expected } from "./responses.ts";

/** For connection, request and whole response. Below a task's deadline, to leave time to write the result. */
const TOTAL_MS = 6_000;
const CONNECT_MS = 3_000;
/** More than any response needs, in bytes. */
const BODY_LIMIT = 64 * 1024;

export type ProviderRequest = { method: "GET" | "POST"; path: string; body?: object };

/** `ok`: a 2xx with what was expected, as its schema made it. */
type ProviderResponse<Body> = { kind: "ok"; body: Body } | NotFound | Unknown;

export type CallProvider = <Body>(
  request: ProviderRequest,
  expected: Expected<Body>,
  signal: AbortSignal,
) => Promise<ProviderResponse<Body>>;

/**
 * Returns the function that makes one request to the provider at `url`, with `secret` as bearer token: JSON both ways,
 * no redirect followed, at most 6 s and 64 KB of response.
 *
 * It never throws. Anything but a 2xx with a JSON object that is as expected, or the provider's own "not found", is
 * unknown, and no reason repeats what was sent or received.
 */
export function createCallProvider({ url, secret }: LiveGateway): CallProvider {
  const dispatcher = new Agent({ allowH2: false, connect: { timeout: CONNECT_MS } });
  const base = url.replace(/\/+$/, "");
  const headers = {
    accept: "application/json",
    authorization: `Bearer ${secret}`,
    "content-type": "application/json",
    "user-agent": "payments-platform/1",
  };

  return async ({ method, path, body }, expected, signal) => {
    const timeout = AbortSignal.timeout(TOTAL_MS);
    try {
      const response = await request(`${base}${path}`, {
        dispatcher,
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.any([signal, timeout]),
      });
      return readResponse(response.statusCode, await readText(response.body), expected);
    } catch (error) {
      if (signal.aborted || timeout.aborted) return unknown("no response in time");
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      return unknown(`the connection failed: ${typeof code === "string" ? code : "no code"}`);
    }
  };
}

/** The whole body; undefined, hanging up, when it is too long. */
async function readText(stream: AsyncIterable<Buffer>): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > BODY_LIMIT) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const jsonObject = z.record(z.string(), z.unknown());

function readResponse<Body>(
  status: number,
  text: string | undefined,
  { schema, mismatches }: Expected<Body>,
): ProviderResponse<Body> {
  if (text === undefined) return unknown("a response of more than 64 KB");
  const body = jsonObject.safeParse(parseJson(text)).data;
  // A 404 without it may be a proxy's own page: it says nothing about the transfer.
  if (status === 404 && body?.error === "not_found") return { kind: "not_found" };
  if (status < 200 || status > 299) return unknown(`status ${status}`);
  if (body === undefined) return unknown("a response that is not a JSON object");
  if ((body.error ?? null) !== null) return unknown("an error in a response with a 2xx status");
  const fitting = schema.safeParse(body);
  const misfits = fitting.success ? mismatches(fitting.data) : namesOf(fitting.error.issues);
  if (fitting.success && misfits.length === 0) return { kind: "ok", body: fitting.data };
  return unknown(`a response that does not fit: ${misfits.slice(0, 3).join(", ")}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The members that do not fit, by our own names for them; never their values. */
function namesOf(issues: z.core.$ZodIssue[]): string[] {
  return [...new Set(issues.map(({ path }) => path.join(".") || "as a whole"))];
}

function unknown(reason: string): Unknown {
  return { kind: "unknown", reason };
}
