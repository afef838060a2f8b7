import {
  Filters,
  ReferenceFilter,
  SelectFilter,
  TextFilter,
  wholeReference,
} from "../components/lists/filters.tsx";
import { PeriodFilter } from "../components/lists/period-filter.tsx";
import { optionsOf } from "../components/values/badge.tsx";
import { deliveryStates } from "./delivery-status.tsx";
import { eventTypes } from "./event-types.ts";

const subject = wholeReference("col", "crd", "pyt", "rfd", "kyc");
const types = Object.entries(eventTypes);
const deliveries = optionsOf({ ...deliveryStates, pending: ["Pending or retrying", "blue"] });

export function EventFilters() {
  return (
    <Filters>
      <SelectFilter name="type" label="Type" options={types} />
      <SelectFilter name="status" label="Delivery" options={deliveries} />
      <PeriodFilter />
      <ReferenceFilter prefix="evt" />
      <TextFilter
        name="subject"
        label="About"
        placeholder="pyt_…, rfd_…, col_… or kyc_…"
        pattern={subject}
        rule="Enter the full reference of a payout, a refund, a collection, an unmatched payment or an identity check."
        isWhole
      />
    </Filters>
  );
}
