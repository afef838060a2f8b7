import { routes } from "../../../ingress/api-routes.ts";
import type { RecordedExample, RecordedExamples } from "../../../ingress/openapi/examples.ts";
import type { Delivery, Service } from "./start-service.ts";

type Operation = keyof typeof routes;

type Request = {
  /** The path with its parameters filled in; the route's own path by default. */
  path?: string;
  /** Null: no key is sent. */
  key?: string | null;
  headers?: Record<string, string>;
  body?: unknown;
  /** Headers that are sent but not recorded. */
  hidden?: Record<string, string>;
};

// oxlint-disable-next-line typescript/no-explicit-any -- responses are read freely; a test checks their schemas
export type Data = any;

/** Sends a request, records it with its response as an example of this title, and returns the response's data. */
export type Recorder = (
  name: Operation,
  title: string | typeof unrecorded,
  request?: Request,
) => Promise<Data>;

/** The title of a step that is not recorded. */
export const unrecorded = Symbol("unrecorded");

/** Returns a recorder of requests to the service, and the function that returns the recording. */
export function createRecorder(service: Service): { record: Recorder; recorded: () => RecordedExamples } {
  const operations: Record<string, RecordedExample[]> = {};
  const record: Recorder = async (name, title, request = {}) => {
    const { path = routes[name].path, key = service.keys.all, headers = {}, body, hidden = {} } = request;
    const response = await fetch(`${service.url}${path}`, {
      method: routes[name].method.toUpperCase(),
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
        ...hidden,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const isFile = response.headers.get("content-type")?.startsWith("text/csv");
    const result = (isFile ? await response.text() : await response.json()) as Data;
    if (title === unrecorded) return result.data;
    const example = {
      title,
      request: {
        path,
        ...(Object.keys(headers).length > 0 && { headers }),
        ...(body !== undefined && { body }),
      },
      status: response.status,
      body: result,
    };
    (operations[name] ??= []).push(presentable(example, service));
    return result.data;
  };
  return {
    record,
    recorded: () => ({ operations: inOrderOfRoutes(operations), webhooks: newestByType(service.delivered) }),
  };
}

/** An example for publication: with a made-up webhook URL and no secrets, and the first ten of a list. */
function presentable(example: RecordedExample, { receiverUrl }: Service): RecordedExample {
  const text = JSON.stringify(example, (name, value: unknown) =>
    name === "data" && Array.isArray(value) ? value.slice(0, 10) : value,
  )
    .replaceAll(receiverUrl, "https://shop.example.com/webhooks")
    .replaceAll(/whsec_[0-9A-Za-z+/=]+/g, "whsec_…");
  return JSON.parse(text) as RecordedExample;
}

function inOrderOfRoutes(operations: Record<string, RecordedExample[]>): Record<string, RecordedExample[]> {
  return Object.fromEntries(Object.keys(routes).map((name) => [name, operations[name] ?? []]));
}

/** The last delivery of each type, with the headers that belong to webhooks. */
function newestByType(delivered: Delivery[]): RecordedExamples["webhooks"] {
  const webhooks = delivered.map(({ headers, body }) => {
    const own = Object.entries(headers).filter(([name]) => /signature|webhook/.test(name));
    return [body.type, { headers: Object.fromEntries(own) as Record<string, string>, body }] as const;
  });
  return Object.fromEntries(webhooks.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
