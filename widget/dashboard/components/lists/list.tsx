import type { UseQueryResult } from "@tanstack/react-query";
import type { LinkOptions } from "@tanstack/react-router";
import { useLocation } from "@tanstack/react-router";
import { Fragment } from "react";
import type { Page } from "../../api/client.ts";
import { ButtonLink, PlainLink } from "../layout/link.tsx";
import { NotRefreshed } from "../messages/not-refreshed.tsx";
import { ErrorState, Skeleton } from "../messages/states.tsx";
import "./list.css";

export type Column<Item> = {
  heading: string;
  cell: (item: Item) => React.ReactNode;
  /** Amounts are aligned at the end, so that their digits line up. */
  align?: "end";
  /** The column with the row's link, such as the item's name. By default the first column. */
  isMain?: true;
  /** Takes the remaining room, in one line that is cut off if too long. */
  isWide?: true;
  /** Left out on smaller screens. */
  isExtra?: true;
  /** Its heading precedes it on phones, where the value alone is unclear. */
  isNamed?: true;
  /** Buttons, at the end. Only screen readers read their heading. */
  isActions?: true;
};

export type ListProps<Item> = {
  /** What the rows are, for screen readers. */
  caption: string;
  page: UseQueryResult<Page<Item>>;
  columns: Column<Item>[];
  /** A row's unique key. By default its reference. */
  keyOf?: (item: Item) => string;
  /** A row's screen, whose last parameter is `idOf` the item; without it rows are no links. */
  to?: `/$environment/${string}/$${string}`;
  /** By default the item's reference. */
  idOf?: (item: Item) => string;
  /** Rows of one group, such as a day, follow a row that is about them. */
  groups?: { of: (item: Item) => string; heading: (group: string) => React.ReactNode };
  /** Shown instead of rows if there are none. */
  empty: React.ReactNode;
};

const referenceOf = (item: unknown) => (item as { reference: string }).reference;

/**
 * A page of a list, newest first, with links to the newer and older pages. Rows are links; on small screens they are
 * cards. It handles loading, failure and emptiness.
 */
export function List<Item>(props: ListProps<Item>) {
  const { caption, page, columns, to, idOf = referenceOf, keyOf = idOf, groups, empty } = props;
  const { pathname, search } = useLocation();
  if (page.isError && page.data === undefined)
    return <ErrorState error={page.error} onRetry={() => void page.refetch()} />;
  if (page.data?.items.length === 0)
    return (
      <div className="list-empty">
        <NotRefreshed query={page} />
        {empty}
      </div>
    );
  const main = columns.find(({ isMain }) => isMain) ?? columns[0];
  const link = (item: Item) => ({
    to: to as "/",
    params: { [to!.slice(to!.lastIndexOf("$") + 1)]: idOf(item) } as never,
    state: { list: { path: pathname, search } } as never,
  });
  const cell = (column: Column<Item>, item: Item) =>
    column === main && to !== undefined ? (
      <PlainLink {...link(item)} className="list-row-link">
        {column.cell(item)}
      </PlainLink>
    ) : (
      column.cell(item)
    );
  return (
    <div className="list" aria-busy={page.isPending || page.isPlaceholderData}>
      <NotRefreshed query={page} />
      <Table caption={caption} columns={columns}>
        {page.data === undefined
          ? Array.from({ length: 8 }, (_, row) => (
              <Row
                key={row}
                columns={columns}
                cell={(_column, index) => (
                  <Skeleton
                    width={Math.ceil((8 + ((row * 5 + index * 7) % 9)) * Math.min(1, 5 / columns.length))}
                  />
                )}
              />
            ))
          : page.data.items.map((item, index, items) => {
              const group = groups?.of(item);
              const before = items[index - 1];
              return (
                <Fragment key={keyOf(item)}>
                  {group !== undefined && (before === undefined || groups!.of(before) !== group) && (
                    <tr role="row" className="list-group">
                      <th role="rowheader" scope="rowgroup" colSpan={columns.length}>
                        {groups!.heading(group)}
                      </th>
                    </tr>
                  )}
                  <Row columns={columns} isLink={to !== undefined} cell={(column) => cell(column, item)} />
                </Fragment>
              );
            })}
      </Table>
      <Pages nextCursor={page.data?.nextCursor} />
    </div>
  );
}

type ShortListProps<Item> = Pick<ListProps<Item>, "caption" | "columns"> & {
  keyOf: (item: Item) => string;
  items: readonly Item[];
};

/** A list of items that need no loading. */
export function ShortList<Item>({ caption, columns, keyOf, items }: ShortListProps<Item>) {
  return (
    <div className="list">
      <Table caption={caption} columns={columns}>
        {items.map((item) => (
          <Row key={keyOf(item)} columns={columns} cell={(column) => column.cell(item)} />
        ))}
      </Table>
    </div>
  );
}

type TableProps<Item> = Pick<ListProps<Item>, "caption" | "columns"> & { children: React.ReactNode };

/** Explicit roles, because tables with another layout on small screens lose theirs. */
function Table<Item>({ caption, columns, children }: TableProps<Item>) {
  return (
    <table role="table">
      <caption className="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.heading} role="columnheader" scope="col" className={classOf(column)}>
              <span className={column.isActions ? "visually-hidden" : undefined}>{column.heading}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  );
}

type RowProps<Item> = {
  columns: Column<Item>[];
  isLink?: boolean;
  cell: (column: Column<Item>, index: number) => React.ReactNode;
};

function Row<Item>({ columns, isLink = false, cell }: RowProps<Item>) {
  return (
    <tr role="row" className={isLink ? "list-link" : undefined}>
      {columns.map((column, index) => (
        <td key={column.heading} role="cell" className={classOf(column)} data-heading={column.heading}>
          {cell(column, index)}
        </td>
      ))}
    </tr>
  );
}

function classOf<Item>(column: Column<Item>): string | undefined {
  return (
    [
      column.align === "end" && "list-end",
      column.isMain && "list-main",
      column.isWide && "list-wide",
      column.isExtra && "list-extra",
      column.isNamed && "list-named",
      column.isActions && "list-actions",
    ]
      .filter(Boolean)
      .join(" ") || undefined
  );
}

/** Cursors lead only to older items: those of the way back are kept in the browser's history. */
type PagesState = { newerCursors?: (string | null)[] };

function Pages({ nextCursor }: { nextCursor: string | undefined }) {
  const location = useLocation();
  const search = location.search as Record<string, string>;
  const newer = (location.state as PagesState).newerCursors ?? [];
  const { cursor, ...filters } = search;
  if (cursor === undefined && nextCursor === undefined) return null;
  const to = (target: string | null, newerCursors: (string | null)[]) =>
    ({
      to: ".",
      search: target === null ? filters : { ...filters, cursor: target },
      state: { newerCursors },
    }) as unknown as LinkOptions;
  const back = newer.at(-1);
  return (
    <nav className="list-pages" aria-label="Pages">
      {cursor !== undefined && (
        <ButtonLink {...to(back ?? null, newer.slice(0, -1))} size="small" icon="chevronLeft">
          {back === undefined ? "Newest" : "Newer"}
        </ButtonLink>
      )}
      {nextCursor !== undefined && (
        <ButtonLink {...to(nextCursor, [...newer, cursor ?? null])} size="small">
          Older
        </ButtonLink>
      )}
    </nav>
  );
}
