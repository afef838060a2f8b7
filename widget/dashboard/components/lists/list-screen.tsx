import { useQuery, type UseQueryOptions, type UseQueryResult } from "@tanstack/react-query";
import type { Page } from "../../api/client.ts";
import type { ListSearch } from "../../api/queries.ts";
import type { Environment } from "../../api/types.ts";
import { useEnvironment } from "../../shell/environment.ts";
import { PageHeader } from "../layout/page-header.tsx";
import { EmptyState } from "../messages/states.tsx";
import type { IconName } from "../values/icon.tsx";
import { useFilters } from "./filters.tsx";
import { List, type ListProps } from "./list.tsx";

type QueryOf<Data> = UseQueryOptions<Data, Error, Data>;

type ListScreenProps<Item> = Omit<ListProps<Item>, "caption" | "empty" | "page"> & {
  /** Loads a page by the filters of the URL, or all that there is. */
  query: (environment: Environment, search: ListSearch) => QueryOf<Page<Item>> | QueryOf<Item[]>;
  title: string;
  text?: React.ReactNode;
  parent?: React.ReactNode;
  /** Buttons, the main one last. */
  actions?: React.ReactNode;
  /** What to know before the list. */
  notice?: React.ReactNode;
  /** A row of filters: <Filters>. */
  filters?: React.ReactNode;
  /** What the rows are, for who cannot see the screen. */
  caption?: string;
  icon: IconName;
  /** What the rows are called, where it is not the title. */
  things?: string;
  /** What would be here, and how to get it: where there are no rows, and no filters. */
  emptyTitle?: string;
  emptyText?: string;
  emptyAction?: React.ReactNode;
  /** What follows the list, and the dialogs that are open. */
  children?: React.ReactNode;
};

/** A screen with a list: its heading, what to know before, its filters, its rows or why there are none. */
export function ListScreen<Item>(props: ListScreenProps<Item>) {
  const { title, text, parent, actions, notice, filters, icon, query, children, ...list } = props;
  const loaded = useQuery(query(useEnvironment(), useFilters().search) as QueryOf<Page<Item> | Item[]>);
  const { data } = loaded;
  const page = { ...loaded, data: Array.isArray(data) ? { items: data, nextCursor: undefined } : data };
  const { things = title.toLowerCase(), caption = `${title}, newest first` } = props;
  const { emptyTitle, emptyText, emptyAction = actions } = props;
  return (
    <>
      <PageHeader title={title} text={text} parent={parent} actions={actions} />
      {notice}
      {filters}
      <List
        {...list}
        page={page as UseQueryResult<Page<Item>>}
        caption={caption}
        empty={
          <EmptyRows icon={icon} things={things} title={emptyTitle} action={emptyAction}>
            {emptyText}
          </EmptyRows>
        }
      />
      {children}
    </>
  );
}

type EmptyRowsProps = {
  icon: IconName;
  things: string;
  title?: string;
  action?: React.ReactNode;
  children?: string;
};

/** In place of rows: that the filters fit none, or what would be here. */
export function EmptyRows({ icon, things, title = `No ${things} yet`, action, children }: EmptyRowsProps) {
  const isFiltered = Object.keys(useFilters().search).length > 0;
  if (isFiltered)
    return (
      <EmptyState icon="search" title={`No ${things} match`}>
        Change or clear the filters.
      </EmptyState>
    );
  return (
    <EmptyState icon={icon} title={title} action={action}>
      {children}
    </EmptyState>
  );
}
