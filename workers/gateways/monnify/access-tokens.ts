import { z } from "zod";
import type { MonnifySettings } from "./manifest.ts";
import type { Unknown } from "../gateway.ts";
import type { RequestJson } from "../request-json.ts";
import { badStatus } from "../bad-status.ts";

/** Renewed before it expires: a request takes a while to get there. */
const RENEW_BEFORE_MS = 60 * 1_000;

type Token = { kind: "token"; text: string };

export type AccessTokens = {
  /** A token that Monnify should accept, after a login if there is none. `signal` ends the waiting, not the login. */
  get(signal: AbortSignal): Promise<Token | Unknown>;
  /** Monnify refused this one: it is not used again. */
  drop(token: Token): void;
};

const login = z.object({
  requestSuccessful: z.literal(true),
  // Seconds; as text, like all numbers.
  responseBody: z.object({
    accessToken: z.string().regex(/^[\x21-\x7e]+$/),
    expiresIn: z.string().regex(/^\d{1,9}$/),
  }),
});

/**
 * Logs in to Monnify, with the API key and the secret key, for the token of all other requests. Everyone who waits for
 * a token waits for the same login. It is kept in memory until shortly before it expires, and never logged.
 */
export function createAccessTokens(
  { apiKey, secret }: Pick<MonnifySettings, "apiKey" | "secret">,
  requestJson: RequestJson,
): AccessTokens {
  const authorization = `Basic ${Buffer.from(`${apiKey}:${secret}`).toString("base64")}`;
  const neverAborts = new AbortController().signal;
  let kept: { token: Token; renewAt: number } | undefined;
  let underWay: Promise<Token | Unknown> | undefined;

  async function logIn(): Promise<Token | Unknown> {
    const request = { method: "POST", path: "/api/v1/auth/login", authorization } as const;
    const response = await requestJson(request, neverAborts);
    if (response.kind === "unknown") return response;
    const { status, body } = response;
    if (status < 200 || status > 299) return badStatus(response, " to the login");
    const fitting = login.safeParse(body).data;
    if (fitting === undefined)
      return { kind: "unknown", reason: "a response to the login that does not fit" };
    const { accessToken, expiresIn } = fitting.responseBody;
    const token: Token = { kind: "token", text: accessToken };
    kept = { token, renewAt: performance.now() + Number(expiresIn) * 1_000 - RENEW_BEFORE_MS };
    return token;
  }

  return {
    async get(signal) {
      if (kept !== undefined && performance.now() < kept.renewAt) return kept.token;
      underWay ??= logIn().finally(() => (underWay = undefined));
      return await untilAborted(underWay, signal);
    },
    drop(token) {
      if (kept?.token === token) kept = undefined;
    },
  };
}

async function untilAborted<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result | Unknown> {
  const aborted = Promise.withResolvers<Unknown>();
  const abort = () => aborted.resolve({ kind: "unknown", reason: "no response in time" });
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort);
  try {
    return await Promise.race([result, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
