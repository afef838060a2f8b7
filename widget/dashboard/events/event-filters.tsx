import { Filters, SelectFilter } from "../components/lists/filters.tsx";
import { PeriodFilter } from "../components/lists/period-filter.tsx";
import { ReferenceFilter, TextFilter, wholeReference } from "../components/lists/text-filter.tsx";
import { eventTexts as texts } from "../texts/events.ts";

const subject = wholeReference("col", "pyt", "kyc");

const deliveries = Object.entries({ ...texts.statuses, pending: texts.pendingOrRetrying });

const types = Object.entries(texts.types);

/** The filters of every list of events. */
export function EventFilters() {
  return (
    <Filters>
      <SelectFilter name="type" label={texts.list.type} options={types} />
      <SelectFilter name="status" label={texts.list.delivery} options={deliveries} />
      <PeriodFilter />
      <ReferenceFilter prefix="evt" />
      <TextFilter
        name="subject"
        label={texts.list.about}
        placeholder={texts.list.subject}
        pattern={subject}
        rule={texts.list.subjectRule}
        isWhole
      />
    </Filters>
  );
}
