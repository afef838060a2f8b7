import { Agent, request } from "undici";
import type { LiveGateway } from "../../../sql/settings.ts";
import type { Unknown } from "../gateway.ts";

/** For everything: connection, request, and the whole answer. Below a task's deadline, so that there is time to write. */
const TOTAL_MS = 6_000;
const CONNECT_MS = 3_000;
/** More than any answer needs, in bytes. */
const BODY_LIMIT = 64 * 1024;

export type ProviderCall = { method: "GET" | "POST"; path: string; body?: object };

/** `answer`: a 2xx with JSON in it, which is still to be checked. */
export type ProviderReply = { kind: "answer"; body: object } | { kind: "not_found" } | Unknown;

export type CallProvider = (call: ProviderCall, signal: AbortSignal) => Promise<ProviderReply>;

/**
 * Returns the function that makes one request of the provider at `url`, with `secret` as its bearer token: JSON both
 * ways, no redirect followed, at most 6 s and 64 KB of answer.
 *
 * It never throws. What is neither a 2xx with a JSON object in it nor the provider's own "not found" is unknown, and no
 * reason repeats what was sent or received.
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

  return async ({ method, path, body }, signal) => {
    const timeout = AbortSignal.timeout(TOTAL_MS);
    try {
      const answer = await request(`${base}${path}`, {
        dispatcher,
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.any([signal, timeout]),
      });
      return readReply(answer.statusCode, await readText(answer.body));
    } catch (error) {
      if (signal.aborted || timeout.aborted) return unknown("no answer in time");
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

function readReply(status: number, text: string | undefined): ProviderReply {
  if (text === undefined) return unknown("an answer of more than 64 KB");
  const body = parseObject(text);
  // A proxy's page of its own for a path that it does not know is no word about the transfer.
  if (status === 404 && body?.error === "not_found") return { kind: "not_found" };
  if (status < 200 || status > 299) return unknown(`status ${status}`);
  if (body === undefined) return unknown("an answer that is no JSON object");
  if ((body.error ?? null) !== null) return unknown("an error in an answer of success");
  return { kind: "answer", body };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function unknown(reason: string): Unknown {
  return { kind: "unknown", reason };
}
