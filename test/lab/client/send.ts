import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";

type Sent = { method: string; headers: Record<string, string>; body?: string; patienceMs: number };
export type RawResponse = { status: number; text: string; retryAfterMs: number };

const agent = new Agent({ keepAlive: true });

/**
 * Sends one request over a connection that is kept. Undefined where there was no response, or one that broke off. The
 * harness sends thousands, on the processors that the platform needs: fetch() takes twice as much of them.
 */
export async function sendRequest(url: string, sent: Sent): Promise<RawResponse | undefined> {
  const { method, headers, body, patienceMs } = sent;
  try {
    return await new Promise<RawResponse>((resolve, reject) => {
      const sending = request(url, { method, headers, agent, timeout: patienceMs }, (response) => {
        const retryAfterMs = Number(response.headers["retry-after"] ?? 0) * 1_000;
        text(response).then(
          (all) => resolve({ status: response.statusCode!, text: all, retryAfterMs }),
          reject,
        );
      });
      sending.on("error", reject);
      sending.on("timeout", () => sending.destroy(new Error("no response in time")));
      sending.end(body);
    });
  } catch {
    return undefined;
  }
}
