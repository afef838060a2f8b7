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
  /** Loads a page by the filters of the URL, or everything. */
  query: (environment: Environment, search: ListSearch) => QueryOf<Page<Item>> | QueryOf<Item[]>;
  title: string;
  text?: React.ReactNode;
  parent?: React.ReactNode;
  /** Buttons, the main one last. */
  actions?: React.ReactNode;
  /** A notice above the list. */
  notice?: React.ReactNode;
  /** A row of filters: <Filters>. */
  filters?: React.ReactNode;
  /** What the rows are, for screen readers. */
  caption?: string;
  icon: IconName;
  /** What the rows are called, if not by the title. */
  things?: string;
  /** Shown without rows and filters: what would be here, and how to create it. */
  emptyTitle?: string;
  emptyText?: string;
  emptyAction?: React.ReactNode;
  /** What follows the list, and open dialogs. */
  children?: React.ReactNode;
};

/** A screen with a list: its heading, notice, filters, and rows or why there are none. */
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

/** Instead of rows: that none match the filters, or what would be here. */
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
