import { useNavigate, useSearch } from "@tanstack/react-router";
import { memo, useEffect, useState } from "react";
import type { ListSearch } from "../../api/queries.ts";
import { Button } from "../forms/button.tsx";
import { TextField } from "../forms/fields.tsx";
import { trimPasted } from "../forms/pasted.ts";
import { Select } from "../forms/select.tsx";
import "./filters.css";

/** The present filters, and a function that changes one; undefined removes it. A change returns to the newest page. */
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

type FiltersProps = {
  hasDefault?: boolean;
  children: React.ReactNode;
};

/**
 * A row of filters above a list, hidden when the list is empty without a filter. `hasDefault`: one of them is always
 * set, so they are always shown.
 */
export function Filters({ hasDefault = false, children }: FiltersProps) {
  const { search, change } = useFilters();
  const names = Object.keys(search).filter((name) => name !== "cursor" && name !== "limit");
  return (
    <div
      className={hasDefault || Object.keys(search).length > 0 ? "filters filters-set" : "filters"}
      role="group"
      aria-label="Filters"
    >
      {children}
      {names.length > 0 && (
        <Button
          kind="quiet"
          size="small"
          onPress={() => change(Object.fromEntries(names.map((name) => [name, undefined])))}
        >
          Clear filters
        </Button>
      )}
    </div>
  );
}

/** The controls of one filter. `names` are its parameters, by which a test checks that no filter is missing. */
export function FilterOf({ names, children }: { names: string[]; children: React.ReactNode }) {
  return (
    <div className="filter" data-filters={names.join(" ")}>
      {children}
    </div>
  );
}

/**
 * A filter by one of several values, or all; `name` is its parameter in the URL and the API. Rendered again only when
 * it changes, not with each page: it is the costliest part of the screen.
 */
export const SelectFilter = memo(function SelectFilter(props: SelectFilterProps) {
  const { name, label, options, fallback = "all" } = props;
  const { search, change } = useFilters();
  return (
    <FilterOf names={[name]}>
      <Select
        label={label}
        isInline
        value={search[name] ?? fallback}
        options={fallback === "all" ? [["all", "All"], ...options] : options}
        onChange={(value) => change({ [name]: value === fallback ? undefined : value })}
      />
    </FilterOf>
  );
});

type SelectFilterProps = {
  name: string;
  label: string;
  /** Each value with its text: the same array each time. */
  options: readonly (readonly [value: string, text: string])[];
  /** The API's default value; without it, all. */
  fallback?: string;
};

type TextFilterProps = {
  /** The parameter in the URL and the API. */
  name: string;
  label: string;
  placeholder: string;
  /** What the API accepts; nothing else is sent. */
  pattern: RegExp;
  /** Shown beside a text that does not fit the pattern. */
  rule: string;
  /** A text that fits the pattern is applied at once; otherwise on Enter, or when the field is left. */
  isWhole?: boolean;
};

/** A filter by a typed or pasted text. */
export function TextFilter({ name, label, placeholder, pattern, rule, isWhole = false }: TextFilterProps) {
  const { search, change } = useFilters();
  const applied = search[name];
  const [text, setText] = useState(applied ?? "");
  const typed = trimPasted(text);
  const isKnown = pattern.test(typed);
  // Cleared together with the other filters, or with the browser's Back.
  useEffect(() => setText(applied ?? ""), [applied]);
  const apply = (next: string) => {
    if (next !== (applied ?? "") && (next === "" || pattern.test(next))) change({ [name]: next });
  };
  return (
    <FilterOf names={[name]}>
      <TextField
        label={label}
        placeholder={placeholder}
        value={text}
        onChange={(next) => {
          setText(next);
          if (isWhole || next === "") apply(trimPasted(next));
        }}
        onBlur={() => apply(typed)}
        onKeyDown={({ key }) => key === "Enter" && apply(typed)}
        isCode
        validationBehavior="aria"
        validate={() => (typed === "" || isKnown ? null : rule)}
      />
    </FilterOf>
  );
}

/** A filter by a whole reference, once it is typed or pasted. `prefix` is that of the list's references. */
export function ReferenceFilter({ prefix }: { prefix: string }) {
  return (
    <TextFilter
      name="reference"
      label="Reference"
      placeholder={`${prefix}_…`}
      pattern={wholeReference(prefix)}
      rule={`Enter the full reference: ${prefix}_ and 26 characters.`}
      isWhole
    />
  );
}

/** A filter by the merchant's own reference. */
export function OwnReferenceFilter() {
  return (
    <TextFilter
      name="merchantReference"
      label="Your reference"
      placeholder="order-1001"
      pattern={/^\P{C}{1,100}$/u}
      rule="Enter the full reference: 1 to 100 characters."
    />
  );
}

/** A pattern of whole references with one of these prefixes. */
export const wholeReference = (...prefixes: string[]) =>
  new RegExp(`^(${prefixes.join("|")})_[0-7][0-9a-hjkmnp-tv-z]{25}$`);

/** A filter by a payment link's whole slug. */
export function SlugFilter(props: { label: string; placeholder: string }) {
  return (
    <TextFilter
      {...props}
      name="slug"
      pattern={/^[\w-]{12,64}$/}
      rule="Enter the full slug: 12 to 64 letters, digits, - and _."
    />
  );
}
