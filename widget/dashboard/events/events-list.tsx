import { useQuery } from "@tanstack/react-query";
import type { Event } from "../api/types.ts";
import { EmptyList } from "../components/lists/empty-list.tsx";
import { useFilters } from "../components/lists/filters.tsx";
import { List, type Column } from "../components/lists/list.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Time } from "../components/values/time.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { eventTexts as texts } from "../texts/events.ts";
import { EventFilters } from "./event-filters.tsx";
import { DeliveryStatus } from "./delivery-status.tsx";
import { eventsQuery } from "./events-queries.ts";
import { subjectOf } from "./subject-link.tsx";

export function EventsList() {
  const environment = useEnvironment();
  const { search } = useFilters();
  const page = useQuery(eventsQuery(environment, search));
  return (
    <>
      <PageHeader title={texts.title} text={texts.text} />
      <EventFilters />
      <List
        caption={texts.list.caption}
        page={page}
        columns={columns}
        keyOf={({ reference }) => reference}
        linkTo={({ reference }) => ({
          to: "/$environment/events/$reference",
          params: { environment, reference },
        })}
        empty={<EmptyList icon="events" texts={texts.list} />}
      />
    </>
  );
}

const columns: Column<Event>[] = [
  {
    heading: texts.list.event,
    isMain: true,
    cell: ({ type }) => (
      <>
        {texts.types[type]}{" "}
        <code translate="no" className="list-soft">
          {type}
        </code>
      </>
    ),
  },
  { heading: texts.list.delivery, cell: ({ delivery }) => <DeliveryStatus {...delivery} /> },
  {
    heading: texts.list.about,
    isWide: true,
    isExtra: true,
    cell: (event) => (
      <code translate="no" className="list-soft">
        {subjectOf(event)}
      </code>
    ),
  },
  { heading: texts.list.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
];
