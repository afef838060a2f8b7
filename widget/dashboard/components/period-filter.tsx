import { useFilters } from "./filters.tsx";
import { Select } from "./select.tsx";
import { words } from "../texts/words.ts";

const DAY = 86_400_000;
/** Nigeria is an hour ahead of UTC all year. */
const LAGOS = 3_600_000;

/** A filter by when something was created: since the beginning of a day in Nigeria. */
export function PeriodFilter() {
  const { search, change } = useFilters();
  const options = periods();
  const { createdFrom } = search;
  const known = createdFrom === undefined || options.some(([value]) => value === createdFrom);
  return (
    <Select
      label={words.created}
      value={createdFrom ?? "all"}
      options={[
        ["all", words.anyTime],
        ...options,
        ...(known ? [] : [[createdFrom, words.since(createdFrom.slice(0, 10))] as const]),
      ]}
      onChange={(value) => change({ createdFrom: value === "all" ? undefined : value, createdTo: undefined })}
    />
  );
}

function periods(): [value: string, text: string][] {
  const today = Math.floor((Date.now() + LAGOS) / DAY) * DAY - LAGOS;
  const since = (days: number) => new Date(today - days * DAY).toISOString();
  return [
    [since(0), words.today],
    [since(6), words.lastDays(7)],
    [since(29), words.lastDays(30)],
  ];
}
