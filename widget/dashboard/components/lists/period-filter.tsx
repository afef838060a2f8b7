import { useQuery } from "@tanstack/react-query";
import { memo, useEffect, useState } from "react";
import { clockQuery } from "../../sandbox/sandbox-queries.ts";
import { useEnvironment } from "../../shell/environment.ts";
import { TextField } from "../forms/fields.tsx";
import { FilterOf, useFilters } from "./filters.tsx";
import { Select } from "../forms/select.tsx";

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Nigeria is an hour ahead of UTC all year. */
const LAGOS = 3_600_000;

type PeriodFilterProps = {
  label?: string;
  /** The listed times are real ones, even in test mode. */
  isReal?: boolean;
};

/**
 * A filter by creation date, in Nigerian days. In test mode these are days of the test clock, like the listed times,
 * and it shows if that clock is ahead.
 */
export const PeriodFilter = memo(function PeriodFilter({
  label = "Created",
  isReal = false,
}: PeriodFilterProps) {
  const { search, change } = useFilters();
  const { createdFrom, createdTo } = search;
  const isTest = useEnvironment() === "test" && !isReal;
  const clock = useQuery({ ...clockQuery, enabled: isTest });
  const aheadMs = isTest ? (clock.data?.offsetMinutes ?? 0) * MINUTE : 0;
  const options = periods(Date.now() + aheadMs).map(
    ([since, text]) => [since, aheadMs === 0 ? text : `${text}, test time`] as const,
  );
  const isKnown = createdTo === undefined && options.some(([value]) => value === createdFrom);
  const [isBetween, setBetween] = useState(false);
  const value =
    isBetween || ((createdFrom ?? createdTo) !== undefined && !isKnown) ? "between" : (createdFrom ?? "all");
  return (
    <FilterOf names={["createdFrom", "createdTo"]}>
      <Select
        label={label}
        isInline
        value={value}
        options={[["all", "Any time"], ...options, ["between", "Custom range"]]}
        onChange={(chosen) => {
          setBetween(chosen === "between");
          if (chosen !== "between")
            change({ createdFrom: chosen === "all" ? undefined : chosen, createdTo: undefined });
        }}
      />
      {value === "between" && (
        <>
          <DayField
            label="From"
            day={createdFrom && dayOf(Date.parse(createdFrom))}
            onChange={(day) => change(within({ createdFrom: day && startOf(day), createdTo }, "createdTo"))}
          />
          <DayField
            label="To"
            // The period ends before the next day begins.
            day={createdTo && dayOf(Date.parse(createdTo) - 1)}
            onChange={(day) =>
              change(within({ createdFrom, createdTo: day && startOf(day, 1) }, "createdFrom"))
            }
          />
        </>
      )}
    </FilterOf>
  );
});

type Period = { createdFrom: string | undefined; createdTo: string | undefined };

/** A period, dropping the other end if the two don't fit together: the API would refuse it. */
function within(period: Period, before: keyof Period): Period {
  const { createdFrom, createdTo } = period;
  if (createdFrom === undefined || createdTo === undefined || createdFrom < createdTo) return period;
  return { ...period, [before]: undefined };
}

type DayFieldProps = {
  label: string;
  day: string | undefined;
  onChange: (day: string | undefined) => void;
};

/** A day. Applied on Enter or when the field is left: a half-typed year is valid too. */
function DayField({ label, day = "", onChange }: DayFieldProps) {
  const [text, setText] = useState(day);
  useEffect(() => setText(day), [day]);
  const apply = () => {
    if (text !== day && (text === "" || text >= "2000")) onChange(text === "" ? undefined : text);
  };
  return (
    <TextField
      label={label}
      type="date"
      value={text}
      onChange={setText}
      onBlur={apply}
      onKeyDown={({ key }) => key === "Enter" && apply()}
    />
  );
}

/** The day in Nigeria of a time, as 2026-01-31. */
const dayOf = (time: number) => new Date(time + LAGOS).toISOString().slice(0, 10);

/** When a day begins in Nigeria, or a later one. */
const startOf = (day: string, later = 0) => new Date(Date.parse(day) + later * DAY - LAGOS).toISOString();

function periods(now: number): [value: string, text: string][] {
  const today = startOf(dayOf(now));
  const since = (days: number) => new Date(Date.parse(today) - days * DAY).toISOString();
  return [
    [since(0), "Today"],
    [since(6), `Last ${7} days`],
    [since(29), `Last ${30} days`],
  ];
}
