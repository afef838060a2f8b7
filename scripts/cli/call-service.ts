import { z } from "zod";
import { CliError } from "./cli-error.ts";

const refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
const success = z.object({ data: z.unknown() });

/** Sends a request to the service and returns its `data`, checked by `schema`. */
export type CallService = <Schema extends z.ZodType>(
  method: "GET" | "POST",
  path: string,
  schema: Schema,
  body?: object,
  headers?: Record<string, string>,
) => Promise<z.output<Schema>>;

/** Creates a function that calls the service at `url` with a secret key. It raises CliError with the service's code. */
export function createCallService(url: string, key: string): CallService {
  return async (method, path, schema, body, headers = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new CliError(
        "NO_RESPONSE",
        `nothing responds at ${url}: run npm start, or name the service with --url`,
      );
    });
    const envelope: unknown = await response.json().catch(() => undefined);
    const refused = refusal.safeParse(envelope).data;
    if (refused !== undefined) throw new CliError(refused.error.code, `${path}: ${refused.error.message}`);
    const data = schema.safeParse(success.safeParse(envelope).data?.data);
    if (!data.success)
      throw new CliError("NO_RESPONSE", `what responds at ${url} is not the service: check --url`);
    return data.data;
  };
}
