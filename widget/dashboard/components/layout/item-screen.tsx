import { useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { ApiError } from "../../api/api-error.ts";
import type { Environment } from "../../api/types.ts";
import { NotRefreshed } from "../messages/not-refreshed.tsx";
import { EmptyState } from "../messages/states.tsx";
import { LoadedScreen } from "./loaded-screen.tsx";
import { PageHeader } from "./page-header.tsx";
import { Columns } from "./section.tsx";
import { ToList, type ToListProps } from "./to-list.tsx";

/** What an item's screen shows. */
type ItemParts = {
  /** The title of the browser's tab, and of the screen without a `heading`. */
  title: string;
  heading?: React.ReactNode;
  badge?: React.ReactNode;
  text?: React.ReactNode;
  /** Buttons, the main one last. */
  actions?: React.ReactNode;
  /** What the state means, and what to do next. */
  next?: React.ReactNode;
  /** Its sections; `side`: those beside them, if any. */
  main: React.ReactNode;
  side?: React.ReactNode;
};

type ItemScreenOptions<Item> = {
  /** The screen's title until the item is loaded, or if it can't be. */
  name: string;
  /** The item's list, and its name. */
  list: readonly [ToListProps["to"], string];
  /** Loads the item named by the path's last parameter. */
  query: (environment: Environment, id: string) => UseQueryOptions<Item, Error, Item>;
  /** Shown for an item that no longer exists, instead of "page not found". */
  gone?: readonly [title: string, text: string];
  /** The item's parts, once it is loaded; it may use hooks. */
  useParts: (item: Item) => ItemParts;
};

/** The screen of one item; until it is loaded, the way back and its outline, or the error. */
export function itemScreen<Item>({ name, list, query: queryOf, gone, useParts }: ItemScreenOptions<Item>) {
  const parent = <ToList to={list[0]}>{list[1]}</ToList>;
  return function ItemScreen() {
    const { environment, ...ids } = useParams({ strict: false });
    const query = useQuery(queryOf(environment!, Object.values(ids)[0]!));
    if (query.data !== undefined)
      return (
        <>
          <NotRefreshed query={query} />
          <Parts item={query.data} parent={parent} useParts={useParts} />
        </>
      );
    if (gone && query.error instanceof ApiError && [404, 422].includes(query.error.status))
      return (
        <>
          <PageHeader title={name} parent={parent} />
          <EmptyState icon="search" title={gone[0]}>
            {gone[1]}
          </EmptyState>
        </>
      );
    return (
      <LoadedScreen title={name} parent={parent} query={query}>
        {() => null}
      </LoadedScreen>
    );
  };
}

type PartsProps<Item> = { item: Item; parent: React.ReactNode; useParts: (item: Item) => ItemParts };

function Parts<Item>({ item, parent, useParts }: PartsProps<Item>) {
  const { next, main, side, ...header } = useParts(item);
  return (
    <>
      <PageHeader {...header} parent={parent} />
      {next}
      {side === undefined ? main : <Columns main={main} side={side} />}
    </>
  );
}
