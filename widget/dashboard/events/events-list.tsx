import type { Event } from "../api/types.ts";
import type { Column } from "../components/lists/list.tsx";
import { ListScreen } from "../components/lists/list-screen.tsx";
import { Code } from "../components/values/text.tsx";
import { Time } from "../components/values/time.tsx";
import { DeliveryStatus } from "./delivery-status.tsx";
import { EventFilters } from "./event-filters.tsx";
import { eventTypes } from "./event-types.ts";
import { eventsQuery } from "./events-queries.ts";
import { subjectOf } from "./subject-link.tsx";

export function EventsList() {
  return (
    <ListScreen
      title="Events"
      text="Everything that happened in your account, as sent to your webhook."
      filters={<EventFilters />}
      query={eventsQuery}
      columns={columns}
      to="/$environment/events/$reference"
      icon="events"
      emptyText="Incoming payments, completed payouts and identity checks appear here."
    />
  );
}

const columns: Column<Event>[] = [
  {
    heading: "Event",
    isMain: true,
    cell: ({ type }) => (
      <>
        {eventTypes[type]} <Code isSoft>{type}</Code>
      </>
    ),
  },
  { heading: "Delivery", cell: ({ delivery }) => <DeliveryStatus {...delivery} /> },
  {
    heading: "About",
    isWide: true,
    isExtra: true,
    cell: (event) => <Code isSoft>{subjectOf(event)}</Code>,
  },
  { heading: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
];
