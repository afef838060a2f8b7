import type { DemoAccess } from "../../start/read-demo.ts";

export type CallService = (method: "GET" | "POST", path: string, body?: object) => Promise<unknown>;

/**
 * Returns the function with which the shop's server calls the API. The secret key stays in here. Raises an Error for
 * the shopkeeper, not for visitors.
 */
export function createCallService({ baseUrl, secretKey }: DemoAccess): CallService {
  return async (method, path, body) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    }).catch((cause: unknown) => {
      throw new Error(
        `The service does not respond at ${baseUrl}: run npm start in another terminal first.`,
        {
          cause,
        },
      );
    });
    const envelope = (await response.json()) as { data?: unknown; error?: { code: string; message: string } };
    if (envelope.error !== undefined)
      throw new Error(`${method} ${path}: ${envelope.error.code}, ${envelope.error.message}`);
    return envelope.data;
  };
}
