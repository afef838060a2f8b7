import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { PayoutBatch, PayoutBatchItem } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import { Select } from "../components/forms/select.tsx";
import { Link } from "../components/layout/link.tsx";
import { Section } from "../components/layout/section.tsx";
import { Filters, FilterOf, useFilters } from "../components/lists/filters.tsx";
import { ErrorState, EmptyState, Skeleton } from "../components/messages/states.tsx";
import { Money } from "../components/values/money.tsx";
import { State } from "../components/values/badge.tsx";
import { Own, Soft } from "../components/values/text.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { PartBoundary } from "../shell/part-boundary.tsx";
import { lazyPart } from "../shell/screen.ts";
import { isOpen as isBatchOpen, itemStates } from "./batch-states.ts";
import { describeMistake, givenOr, notesOf } from "./item-texts.ts";
import { useBatchItems, type ItemFilter } from "./use-batch-items.ts";

const FixItem = lazyPart(() => import("./fix-item.tsx"), "FixItem");

/** What the rows can be filtered by, with how many a batch has. */
const views = {
  mistakes: ["Mistakes", { status: "invalid" }, ({ items }) => items.invalid],
  different: ["Name differs", { name: "different" }, ({ names }) => names?.different],
  close: ["Name is close", { name: "close" }, ({ names }) => names?.close],
  unchecked: ["No name given", { name: "unchecked" }, ({ names }) => names?.unchecked],
  unverified: ["Name not confirmed", { name: "unverified" }, ({ names }) => names?.unverified],
  duplicates: ["Duplicates", { duplicate: "any" }, ({ duplicates }) => duplicates],
  failed: ["Failed", { status: "failed" }, ({ items }) => items.failed],
} as const satisfies Record<
  string,
  readonly [text: string, filter: ItemFilter, count: (batch: PayoutBatch) => number | undefined]
>;

const everything: ItemFilter = {};

type BatchProps = { batch: PayoutBatch; mayChange: boolean };

/** A batch's rows: of 10,000, only those in view are in the page. */
export function BatchItems({ batch, mayChange }: BatchProps) {
  const { search, change } = useFilters();
  const { show = "all" } = search;
  const options = Object.entries(views)
    .map(([view, [text, , count]]) => [view, text, count(batch) ?? 0] as const)
    .filter(([view, , count]) => count > 0 || view === show)
    .map(([view, text, count]) => [view, `${text} (${count.toLocaleString("en-NG")})`] as const);
  const all = ["all", `All (${batch.items.total.toLocaleString("en-NG")})`] as const;
  const filter = Object.hasOwn(views, show) ? views[show as keyof typeof views][1] : everything;
  return (
    <Section title="Rows">
      {options.length > 0 && (
        <Filters hasDefault>
          <FilterOf names={["show"]}>
            <Select
              label="Show"
              isInline
              value={show}
              options={[all, ...options]}
              onChange={(value) => change({ show: value === "all" ? undefined : value })}
            />
          </FilterOf>
        </Filters>
      )}
      <Rows key={JSON.stringify(filter)} batch={batch} mayChange={mayChange} filter={filter} />
    </Section>
  );
}

/** About the height of a row without notes. */
const ROW_PX = 64;

function Rows({ batch, mayChange, filter }: BatchProps & { filter: ItemFilter }) {
  const environment = useEnvironment();
  const { status, items: counts, names, duplicates, updatedAt } = batch;
  const version = JSON.stringify([status, counts, names, duplicates, updatedAt]);
  const { query, items, refresh } = useBatchItems(environment, batch.reference, filter, version);
  const [fixed, setFixed] = useState<PayoutBatchItem>();
  const body = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const above = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    if (Math.abs(above - top) > 1) setTop(above);
  });
  const virtual = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => ROW_PX,
    overscan: 8,
    scrollMargin: top,
    getItemKey: (place) => items[place]!.item.index,
  });
  const inView = virtual.getVirtualItems();
  const [first, last] = [inView[0], inView.at(-1)];

  useLayoutEffect(() => {
    // The policy forbids style attributes; this is none.
    if (body.current === null) return;
    body.current.style.paddingTop = `${first === undefined ? 0 : first.start - top}px`;
    body.current.style.paddingBottom = `${last === undefined ? 0 : virtual.getTotalSize() - (last.end - top)}px`;
  });
  const isNearEnd = last !== undefined && last.index >= items.length - 20;
  useEffect(() => {
    if (isNearEnd && query.hasNextPage && !query.isFetchingNextPage && !query.isFetchNextPageError)
      void query.fetchNextPage();
  }, [isNearEnd, query]);
  useEffect(() => refresh([...new Set(inView.map(({ index }) => items[index]!.page))]));

  if (query.isPending)
    return (
      <div role="status" aria-label="Loading…" className="stack">
        {[24, 30, 20].map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    );
  if (query.isError && items.length === 0)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (items.length === 0) return <EmptyState icon="search" title="No rows match" />;
  const canFix = mayChange && isBatchOpen(batch);
  return (
    <>
      <div
        className="batches-rows"
        role="table"
        aria-label="Rows of the batch"
        aria-rowcount={query.hasNextPage ? -1 : items.length + 1}
      >
        <div role="rowgroup" className="batches-head">
          <div role="row" aria-rowindex={1} className="batches-row">
            {["Row", "Recipient", "Status", "Amount", "Notes", ...(canFix ? ["Actions"] : [])].map(
              (heading) => (
                <span key={heading} role="columnheader">
                  <span className={heading === "Actions" ? "visually-hidden" : undefined}>{heading}</span>
                </span>
              ),
            )}
          </div>
        </div>
        <div role="rowgroup" ref={body}>
          {inView.map(({ index, key }) => (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              role="row"
              aria-rowindex={index + 2}
              className="batches-row"
            >
              <Cells
                isOpen={isBatchOpen(batch)}
                item={items[index]!.item}
                onFix={canFix ? setFixed : undefined}
              />
            </div>
          ))}
        </div>
      </div>
      {query.isFetchingNextPage && <p className="note">Loading more rows…</p>}
      {query.isFetchNextPageError && (
        <Button size="small" onPress={() => void query.fetchNextPage()}>
          Load more rows
        </Button>
      )}
      <PartBoundary onFail={() => setFixed(undefined)}>
        {fixed && <FixItem batch={batch} item={fixed} onClose={() => setFixed(undefined)} />}
      </PartBoundary>
    </>
  );
}

type CellsProps = {
  item: PayoutBatchItem;
  isOpen: boolean;
  onFix: ((item: PayoutBatchItem) => void) | undefined;
};

function Cells({ item, isOpen, onFix }: CellsProps) {
  const { index, row, destination, resolvedName, amount, errors = [], payout } = item;
  const number = row ?? index + 1;
  const name = givenOr(item, "destination.accountName", destination?.accountName) || resolvedName;
  const bank = givenOr(item, "destination.bankCode", destination?.bankName);
  const account = givenOr(item, "destination.accountNumber", destination?.accountNumber);
  const isOther =
    isOpen && resolvedName !== undefined && (item.name === "close" || item.name === "different");
  return (
    <>
      <span role="cell" className="batches-number soft">
        {number.toLocaleString("en-NG")}
      </span>
      <span role="cell" className="batches-to">
        <span className="name">
          {payout === undefined ? (
            <Own>{name || "No name"}</Own>
          ) : (
            <Link to="/$environment/payouts/$reference" params={{ reference: payout } as never}>
              <Own>{name || payout}</Own>
            </Link>
          )}
        </span>
        <Soft>
          <Own>{[bank, account].filter(Boolean).join(" ") || item.payoutAccountId || ""}</Own>
        </Soft>
      </span>
      <span role="cell" className="batches-status">
        <State of={itemStates[item.status]} />
      </span>
      <span role="cell" className="batches-amount">
        {amount === undefined ? <Own>{givenOr(item, "amount", undefined)}</Own> : <Money {...amount} />}
      </span>
      <span role="cell" className="batches-notes small">
        {errors.map((error) => (
          <span key={error.field + error.code} className="batches-mistake">
            {describeMistake(error)}
          </span>
        ))}
        {errors.length === 0 && notesOf(item, isOpen).map((note) => <span key={note}>{note}</span>)}
        {isOther && (
          <span>
            Bank’s name: <Own>{resolvedName}</Own>
          </span>
        )}
      </span>
      {onFix && (
        <span role="cell" className="batches-action">
          <Button
            size="small"
            aria-label={`${errors.length > 0 ? "Fix" : "Edit"} row ${number}`}
            onPress={() => onFix(item)}
          >
            {errors.length > 0 ? "Fix" : "Edit"}
          </Button>
        </span>
      )}
    </>
  );
}
