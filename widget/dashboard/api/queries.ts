import { keepPreviousData, queryOptions, type QueryKey } from "@tanstack/react-query";
import { api, dataOf, pageOf, type Page } from "./client.ts";
import type { paths } from "./dist/schema.d.ts";
import type { Environment } from "./types.ts";

/** The values of a query, such as a list's filters and page from its URL. The API checks them and names a wrong one. */
export type ListSearch = Record<string, string>;

type Response<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { "application/json": infer Body } } } };
}
  ? Body
  : never;
type DataOf<Path extends keyof paths> = Response<Path> extends { data: infer Data } ? Data : never;
type ItemOf<Path extends keyof paths> = Response<Path> extends { data: (infer Item)[] } ? Item : never;
type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
export type ValuesOf<Path> = { [Name in NamesIn<Path>]: Name extends "environment" ? Environment : string };

/**
 * The data of a route of the dashboard's API, by the values in its path, and by its query's if there are any. The
 * query's key is the path: if it begins with an environment, each live update reloads it.
 */
export const dataQuery = <Path extends keyof paths>(
  path: Path,
  values: ValuesOf<Path>,
  search?: ListSearch,
) =>
  queryOptions({
    queryKey: search === undefined ? keyOf(path, values) : ([...keyOf(path, values), search] as QueryKey),
    queryFn: ({ signal }): Promise<DataOf<Path>> =>
      dataOf(get(path, { path: values, query: search }, signal)),
  });

/** A page of a route's list, by the filters of the URL. */
export const pageQuery = <Path extends keyof paths>(path: Path, values: ValuesOf<Path>, search: ListSearch) =>
  queryOptions({
    queryKey: [...keyOf(path, values), search] as QueryKey,
    queryFn: ({ signal }): Promise<Page<ItemOf<Path>>> =>
      pageOf(get(path, { path: values, query: search }, signal)),
    placeholderData: keepPreviousData,
  });

/** The same for a route of each environment. */
export const listQuery =
  <Path extends keyof paths & `/{environment}/${string}`>(path: Path) =>
  (environment: Environment, search: ListSearch) =>
    pageQuery(path, { environment } as ValuesOf<Path>, search);

const keyOf = (path: string, values: Record<string, string>): QueryKey =>
  path
    .slice(1)
    .split("/")
    .map((part) => values[part.slice(1, -1)] ?? part);

/** The client's types can't follow a path that is not known yet. */
const get = (path: keyof paths, params: object, signal: AbortSignal) =>
  api.GET(path as never, { params, signal } as never) as Promise<never>;
