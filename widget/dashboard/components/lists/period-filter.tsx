import { memo, useState } from "react";
import { DayField } from "../forms/day-field.tsx";
import { Select } from "../forms/select.tsx";
import { dayOf, startOf, useClockAhead } from "../values/lagos-days.ts";
import { FilterOf, useFilters } from "./filters.tsx";

type PeriodFilterProps = {
  label?: string;
  /** The time that it is about, as its parameters begin. */
  of?: "created" | "occurred";
  /** The listed times are real ones, even in test mode. */
  isReal?: boolean;
};

/**
 * A filter by date, in Nigerian days. In test mode these are days of the test clock, like the listed times,
 * and it shows if that clock is ahead.
 */
export const PeriodFilter = memo(function PeriodFilter({
  label = "Created",
  of = "created",
  isReal = false,
}: PeriodFilterProps) {
  const { search, change } = useFilters();
  const [from, to] = [`${of}From`, `${of}To`] as const;
  const { [from]: first, [to]: end } = search;
  const aheadMs = useClockAhead(isReal) ?? 0;
  const options = periods(Date.now() + aheadMs).map(
    ([since, text]) => [since, aheadMs === 0 ? text : `${text}, test time`] as const,
  );
  const isKnown = end === undefined && options.some(([value]) => value === first);
  const [isBetween, setBetween] = useState(false);
  const value = isBetween || ((first ?? end) !== undefined && !isKnown) ? "between" : (first ?? "all");
  // The other end is dropped if the two don't fit together: the API would refuse them.
  const fits = (start = "", before = "~") => start < before;
  return (
    <FilterOf names={[from, to]}>
      <Select
        label={label}
        isInline
        value={value}
        options={[["all", "Any time"], ...options, ["between", "Custom range"]]}
        onChange={(chosen) => {
          setBetween(chosen === "between");
          if (chosen !== "between")
            change({ [from]: chosen === "all" ? undefined : chosen, [to]: undefined });
        }}
      />
      {value === "between" && (
        <>
          <DayField
            label="From"
            day={first && dayOf(Date.parse(first))}
            onChange={(day) => {
              const start = day && startOf(day);
              change({ [from]: start, [to]: fits(start, end) ? end : undefined });
            }}
          />
          <DayField
            label="To"
            // The period ends before the next day begins.
            day={end && dayOf(Date.parse(end) - 1)}
            onChange={(day) => {
              const before = day && startOf(day, 1);
              change({ [from]: fits(first, before) ? first : undefined, [to]: before });
            }}
          />
        </>
      )}
    </FilterOf>
  );
});

function periods(now: number): [value: string, text: string][] {
  const since = (days: number) => startOf(dayOf(now), -days);
  return [
    [since(0), "Today"],
    [since(6), `Last ${7} days`],
    [since(29), `Last ${30} days`],
  ];
}
