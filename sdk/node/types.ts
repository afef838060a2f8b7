import type { Call } from "./call.ts";
import type { List } from "./list.ts";
import type { Endpoint } from "./endpoint.ts";
import type { CreateOptions, PayOptions, RequestOptions } from "./send.ts";
// @ts-ignore -- made by `npm run build sdk`; until then its types are any, for those who import only a part of the SDK
import type { components, paths, webhooks } from "./api/dist/schema.d.ts";

export type { paths };

/** What the API returns: wherever it has words for a value, there may be new ones. */
type Open<T> = T extends string
  ? string extends T
    ? T
    : T | (string & {})
  : T extends readonly (infer Item)[]
    ? Open<Item>[]
    : T extends object
      ? { [Name in keyof T]: Open<T[Name]> }
      : T;

/** The API's resources by their names: `Schemas["Payout"]`. */
export type Schemas = {
  [Name in keyof components["schemas"]]: Open<components["schemas"][Name]>;
};

/** The table of endpoints, with a method in place of each. */
export type Resources<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Endpoint
    ? Method<Table[Name], Operation<Table[Name]>>
    : Table[Name] extends string
      ? Table[Name]
      : Resources<Table[Name]>;
};

type Operation<E extends Endpoint> = E["path"] extends keyof paths
  ? E["method"] extends keyof paths[E["path"]]
    ? paths[E["path"]][E["method"]]
    : never
  : never;

type Method<E extends Endpoint, O> = (
  ...args: [...PathArguments<E["path"]>, ...BodyArgument<E, O>, ...QueryArgument<E, O>, ...OptionsArgument<E>]
) => Returned<E, O>;

type PathArguments<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? [reference: Name extends "number" | "index" ? number : string, ...PathArguments<Rest>]
  : [];

type BodyArgument<E extends Endpoint, O> = E extends { body: true }
  ? O extends { requestBody: { content: { "application/json": infer Body } } }
    ? [body: Body]
    : never
  : [];

type QueryArgument<E extends Endpoint, O> = E extends { query: true }
  ? O extends { parameters: { query?: infer Query } }
    ? Optional<Filters<NonNullable<Query>>>
    : never
  : [];

/** `status` takes several words; the others are not for keys, or are the SDK's own. */
type Filters<Query> = {
  [Name in keyof Query as Exclude<Name, "environment" | "format">]: Name extends "status"
    ? Query[Name] | readonly NonNullable<Query[Name]>[]
    : Query[Name];
};

type Optional<Query> = Partial<Query> extends Query ? [query?: Query] : [query: Query];

type OptionsArgument<E extends Endpoint> = E extends { key: "required" }
  ? [options: PayOptions]
  : E extends { key: "made" }
    ? [options?: CreateOptions]
    : [options?: RequestOptions];

type Returned<E extends Endpoint, O> = E extends { list: true }
  ? Data<O> extends readonly (infer Item)[]
    ? List<Item>
    : never
  : Call<E extends { csv: string } ? string : Data<O>>;

type Data<O> = O extends { responses: infer Responses }
  ? DataOf<Responses[keyof Responses & (200 | 201)]>
  : never;

type DataOf<Response> = Response extends { content: { "application/json": { data: infer T } } }
  ? Open<T>
  : never;

type EventType = keyof webhooks & string;

type Delivered<T extends EventType> = webhooks[T] extends {
  post: { requestBody: { content: { "application/json": infer Event } } };
}
  ? Omit<Event, "data"> & (Event extends { data: infer D } ? { data: Open<D> } : never)
  : never;

/** What happened. It can arrive twice: handle its `id` once. Types that are newer than this SDK are "a newer type". */
export type WebhookEvent =
  | { [T in EventType]: Delivered<T> }[EventType]
  | {
      id: string;
      reference: string;
      type: "a newer type";
      environment: "test" | "live";
      createdAt: string;
      data: Record<string, unknown>;
    };
