import { request as requestInClear } from "node:http";
import { request as requestEncrypted } from "node:https";
import { paint, plain } from "../paint.ts";

/** The time limit of a delivery. */
const RECEIVER_MS = 15_000;
/** How much of a refusal's body is shown. */
const SHOWN_CHARACTERS = 500;

/** A signed event, as POST /v1/events/{reference}/sign returns it. */
type Signed = { body: string; headers: Record<string, string> };

/** Posts the signed event once, as a delivery would be, and describes the receiver's response. */
export async function forward(url: URL, signed: Signed, stopped: AbortSignal): Promise<string> {
  const start = performance.now();
  const took = () => paint("dim", `(${Math.round(performance.now() - start)} ms)`);
  const failed = (text: string) => `→ ${paint("red", text)}`;
  try {
    const { status, text } = await post(url, signed, stopped);
    if (status >= 200 && status < 300) return `→ ${paint("green", `${status}`)} ${took()}`;
    const excerpt = plain(text.slice(0, SHOWN_CHARACTERS)).trim();
    return `${failed(`${status}, which counts as a failure`)} ${took()}${excerpt === "" ? "" : `: ${excerpt}`}`;
  } catch (error) {
    if (stopped.aborted) return "→ stopped before the response came";
    const { code, name } = error as NodeJS.ErrnoException;
    if (name === "TimeoutError") return failed(`no complete response within ${RECEIVER_MS / 1000} s`);
    if (code === "ECONNREFUSED") return failed(`nobody listens at ${url.origin}: start your receiver there`);
    return failed(`${url.origin} cannot be reached: ${code ?? name}`);
  }
}

/** Follows no redirect, as deliveries don't either. */
function post(
  url: URL,
  { body, headers }: Signed,
  stopped: AbortSignal,
): Promise<{ status: number; text: string }> {
  const request = url.protocol === "https:" ? requestEncrypted : requestInClear;
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(RECEIVER_MS)]);
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(signal.aborted ? signal.reason : error);
    const sent = request(url, { method: "POST", headers, signal, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        if (text.length < SHOWN_CHARACTERS) text += chunk;
      });
      response.on("error", fail);
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on("error", fail);
    // Sent in one piece, so that Node adds a Content-Length.
    sent.end(body);
  });
}
