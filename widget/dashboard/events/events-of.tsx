import { useQuery } from "@tanstack/react-query";
import { List, type Column } from "../components/lists/list.tsx";
import { Section } from "../components/layout/section.tsx";
import { Time } from "../components/values/time.tsx";
import type { Event } from "../api/types.ts";
import { useEnvironment } from "../shell/environment.ts";
import { eventTexts as texts } from "../texts/events.ts";
import { DeliveryStatus } from "./delivery-status.tsx";
import { eventsOfQuery } from "./events-queries.ts";

/** The events of one thing, with how their delivery stands. */
export function EventsOf({ subject }: { subject: string }) {
  const environment = useEnvironment();
  const events = useQuery({
    ...eventsOfQuery(environment, subject),
    select: (items) => ({ items, nextCursor: undefined }),
  });
  return (
    <Section title={texts.of.title}>
      {events.data?.items.length === 0 ? (
        <p className="list-soft">{texts.of.none}</p>
      ) : (
        <List
          caption={texts.of.title}
          page={events}
          columns={columns}
          keyOf={({ reference }) => reference}
          linkTo={({ reference }) => ({
            to: "/$environment/events/$reference",
            params: { environment, reference },
          })}
          empty={texts.of.none}
        />
      )}
    </Section>
  );
}

const columns: Column<Event>[] = [
  { heading: texts.list.event, isMain: true, isWide: true, cell: ({ type }) => texts.types[type] },
  { heading: texts.list.delivery, cell: ({ delivery }) => <DeliveryStatus {...delivery} /> },
  { heading: texts.list.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
];
