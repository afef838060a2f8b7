import { Agent, request as send } from "node:http";
import type { FuzzRequest } from "./requests.ts";

/** Longer than any caller waits. */
const PATIENCE_MS = 30_000;

/** The response; `failure` if there was none. */
export type FuzzResponse =
  { status: number; headers: NodeJS.Dict<string | string[]>; text: string } | { failure: string };

export type Sender = {
  send(request: FuzzRequest): Promise<FuzzResponse>;
  close(): void;
};

/** Sends requests byte for byte over keep-alive connections. */
export function createSender(baseUrl: string): Sender {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port, host } = new URL(baseUrl);

  return {
    close: () => agent.destroy(),
    send: ({ method, target, headers, body }) =>
      new Promise((resolve) => {
        const bytes = body === undefined ? undefined : Buffer.from(body, "latin1");
        // Pairs, since a header may come twice; nothing is added.
        const lines = [["host", host], ...headers];
        if (bytes !== undefined) lines.push(["content-length", `${bytes.length}`]);
        const outgoing = send({
          agent,
          hostname,
          port,
          method,
          path: target,
          headers: lines.flat(),
          signal: AbortSignal.timeout(PATIENCE_MS),
        });
        const fail = (error: NodeJS.ErrnoException) => resolve({ failure: error.code ?? error.name });
        outgoing.on("error", fail);
        outgoing.on("response", (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", fail);
          response.on("end", () =>
            resolve({
              status: response.statusCode!,
              headers: response.headers,
              text: Buffer.concat(chunks).toString("utf8"),
            }),
          );
        });
        outgoing.end(bytes);
      }),
  };
}
