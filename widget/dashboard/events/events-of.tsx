import { useQuery } from "@tanstack/react-query";
import type { Event } from "../api/types.ts";
import type { Column } from "../components/lists/list.tsx";
import { itemsOf, ListSection } from "../components/lists/list-section.tsx";
import { Time } from "../components/values/time.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { DeliveryStatus } from "./delivery-status.tsx";
import { eventTypes } from "./event-types.ts";
import { eventsQuery } from "./events-queries.ts";

/** The events about one resource, with their delivery status. */
export function EventsOf({ subject }: { subject: string }) {
  const items = useQuery({ ...eventsQuery(useEnvironment(), { subject }), select: itemsOf });
  return (
    <ListSection
      title="Events"
      items={items}
      columns={columns}
      to="/$environment/events/$reference"
      none="No events yet."
    />
  );
}

const columns: Column<Event>[] = [
  { heading: "Event", isMain: true, isWide: true, cell: ({ type }) => eventTypes[type] },
  { heading: "Delivery", cell: ({ delivery }) => <DeliveryStatus {...delivery} /> },
  { heading: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
];
