import { Call } from "./call.ts";
import type { Endpoint } from "./endpoint.ts";
import { List } from "./list.ts";
import { resources } from "./resources.ts";
import { send, type Query, type RequestOptions, type Settings } from "./send.ts";
import type { Resources } from "./types.ts";

export type ServiceOptions = RequestOptions & {
  /** The address of the service, such as https://pay.example.com. */
  baseUrl: string;
  /** In place of the global fetch, for instance to go through a proxy. */
  fetch?: typeof fetch;
};

/** The API with one secret key, for servers. */
export type Service = Resources<typeof resources>;

// oxlint-disable-next-line typescript/no-extraneous-class -- the table has its methods
export const Service: new (key: string, options: ServiceOptions) => Service = class {
  constructor(key: string, { baseUrl, ...options }: ServiceOptions) {
    if (typeof key !== "string" || !/^sk_[!-~]+$/.test(key))
      throw new TypeError(
        "There is no secret key: is it set in this process's environment? It begins with sk_, without blanks around it.",
      );
    if (!isBaseUrl(baseUrl))
      throw new TypeError("baseUrl must be the service's address, such as https://pay.example.com.");
    const settings = { key, baseUrl: baseUrl.replace(/\/+$/, ""), ...options };
    Object.assign(this, bind(resources, "", settings));
  }
} as never;

/** Paths are added to it, and fetch refuses names and passwords. */
export const isBaseUrl = (text: unknown): text is string =>
  typeof text === "string" && /^https?:\/\/[^\s?#@]+$/.test(text) && URL.canParse(text);

/** The same table with a method in place of each endpoint. */
function bind(table: object, path: string, settings: Settings): object {
  const bound = Object.entries(table).map(([name, value]) => {
    const full = path === "" ? name : `${path}.${name}`;
    if (typeof value !== "object") return [name, value];
    return [name, isEndpoint(value) ? createMethod(full, value, settings) : bind(value, full, settings)];
  });
  return Object.fromEntries(bound) as object;
}

const isEndpoint = (value: object): value is Endpoint => "method" in value;

function createMethod(name: string, endpoint: Endpoint, settings: Settings) {
  return (...given: unknown[]) => {
    const left = [...given];
    const path = endpoint.path.replace(/\{\w+\}/g, () => segment(name, left.shift()));
    const body = endpoint.body ? (left.shift() ?? {}) : undefined;
    const query = endpoint.query ? ((left.shift() ?? {}) as Query) : {};
    const options = (left.shift() ?? {}) as RequestOptions;
    const request = { name, endpoint, path, body, options, query };
    if (!endpoint.list) return new Call(send(settings, request));
    return new List((cursor) =>
      send(settings, { ...request, query: { ...query, ...(cursor && { cursor }) } }),
    );
  };
}

/** One part of a path: empty or dotted text would lead to another endpoint. */
function segment(name: string, value: unknown): string {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  if (/^\.{0,2}$/.test(text))
    throw new TypeError(`${name} needs a reference, and got ${JSON.stringify(value)}.`);
  return encodeURIComponent(text);
}
