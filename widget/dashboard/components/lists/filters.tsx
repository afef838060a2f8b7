import { useNavigate, useSearch } from "@tanstack/react-router";
import { memo } from "react";
import { words } from "../../texts/words.ts";
import { Button } from "../forms/button.tsx";
import { Select } from "../forms/select.tsx";
import "./filters.css";

/** What the URL of a list holds: its filters and its page. The API checks the values and names a wrong one. */
export type ListSearch = Record<string, string>;

/** The present filters, and how to change one; undefined takes it away. A change starts at the newest page again. */
export function useFilters(): {
  search: ListSearch;
  change: (changes: Record<string, string | undefined>) => void;
} {
  const search = useSearch({ strict: false }) as ListSearch;
  const navigate = useNavigate();
  return {
    search,
    change(changes) {
      const { cursor: _cursor, ...filters } = { ...search, ...changes };
      const kept = Object.entries(filters).filter(([, value]) => value !== undefined && value !== "");
      void navigate({ to: ".", search: Object.fromEntries(kept) as never, replace: true });
    },
  };
}

/**
 * A row of filters above a list. They are hidden when the list is empty without any filter. `hasDefault`: one of them
 * is always set, so they are always shown.
 */
export function Filters({
  hasDefault = false,
  children,
}: {
  hasDefault?: boolean;
  children: React.ReactNode;
}) {
  const { search, change } = useFilters();
  const names = Object.keys(search).filter((name) => name !== "cursor" && name !== "limit");
  return (
    <div
      className={hasDefault || Object.keys(search).length > 0 ? "filters filters-set" : "filters"}
      role="group"
      aria-label={words.filters}
    >
      {children}
      {names.length > 0 && (
        <Button
          kind="quiet"
          size="small"
          onPress={() => change(Object.fromEntries(names.map((name) => [name, undefined])))}
        >
          {words.clearFilters}
        </Button>
      )}
    </div>
  );
}

/** The controls of one filter. `names` are its parameters, by which a test finds that no filter is missing. */
export function FilterOf({ names, children }: { names: string[]; children: React.ReactNode }) {
  return (
    <div className="filter" data-filters={names.join(" ")}>
      {children}
    </div>
  );
}

/**
 * A filter by one of several values, or all; `name` is its parameter in the URL and the API. Drawn again only where it
 * changes, not with each page of the list: a list to choose from is the costliest part of the screen.
 */
export const SelectFilter = memo(function SelectFilter({
  name,
  label,
  options,
}: {
  name: string;
  label: string;
  /** Each value with its text: always the same list. */
  options: readonly (readonly [value: string, text: string])[];
}) {
  const { search, change } = useFilters();
  return (
    <FilterOf names={[name]}>
      <Select
        label={label}
        isInline
        value={search[name] ?? "all"}
        options={[["all", words.all], ...options]}
        onChange={(value) => change({ [name]: value === "all" ? undefined : value })}
      />
    </FilterOf>
  );
});
