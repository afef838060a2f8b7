import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { EventWithAttempts } from "../api/types.ts";
import { CodeBlock } from "../components/code-block.tsx";
import { Copyable } from "../components/copy-button.tsx";
import { DescriptionList } from "../components/description-list.tsx";
import { ButtonLink, Link } from "../components/link.tsx";
import { Notice } from "../components/notice.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Columns, Section } from "../components/section.tsx";
import { FailedScreen } from "../components/failed-screen.tsx";
import { ScreenSkeleton } from "../components/states.tsx";
import { Time } from "../components/time.tsx";
import { Timeline, type TimelineEntry } from "../components/timeline.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { eventTexts as texts } from "../texts/events.ts";
import { DeliveryStatus } from "./delivery-status.tsx";
import { eventQuery } from "./events-queries.ts";
import { SubjectLink, subjectOf } from "./subject-link.tsx";

export function EventPage() {
  const environment = useEnvironment();
  const { reference } = useParams({ from: "/$environment/events/$reference" });
  const event = useQuery(eventQuery(environment, reference));
  if (event.isError && event.data === undefined)
    return (
      <FailedScreen
        title={texts.page.title}
        parent={
          <Link to="/$environment/events" params={{ environment }}>
            {texts.title}
          </Link>
        }
        error={event.error}
        onRetry={() => void event.refetch()}
      />
    );
  if (event.data === undefined) return <ScreenSkeleton />;
  return <EventDetails event={event.data} />;
}

function EventDetails({ event }: { event: EventWithAttempts }) {
  const { environment, reference, type, createdAt, delivery, attempts, data } = event;
  const subject = subjectOf(event);
  return (
    <>
      <PageHeader
        title={texts.types[type]}
        badge={<DeliveryStatus status={delivery.status} />}
        parent={
          <Link to="/$environment/events" params={{ environment }}>
            {texts.title}
          </Link>
        }
      />
      <Trouble event={event} />
      <Columns
        main={
          <>
            <Section title={texts.page.deliveries}>
              {attempts.length > 0 ? (
                <Timeline entries={attempts.map((attempt) => entryOf(event, attempt))} />
              ) : (
                <p>{texts.page.noDeliveries[delivery.status]}</p>
              )}
            </Section>
            <Section title={texts.page.payload}>
              <CodeBlock name="data" text={JSON.stringify(data, null, 2)} note={texts.page.payloadNote} />
            </Section>
          </>
        }
        side={
          <Section title={texts.page.details}>
            <DescriptionList
              entries={[
                [
                  texts.page.reference,
                  <Copyable key="reference" text={reference} what={texts.page.reference} />,
                ],
                [texts.page.type, <code key="type">{type}</code>],
                [texts.page.created, <Time key="created" at={createdAt} isFull />],
                [
                  texts.page.about,
                  subject === undefined ? undefined : <SubjectLink key="about" reference={subject} />,
                ],
                [texts.page.attempts, delivery.attempts],
                [
                  texts.page.nextAttempt,
                  delivery.nextAttemptAt && <Time key="next" at={delivery.nextAttemptAt} isFull />,
                ],
              ]}
            />
          </Section>
        }
      />
    </>
  );
}

function Trouble({ event: { environment, delivery } }: { event: EventWithAttempts }) {
  const { status } = delivery;
  if (status !== "held" && status !== "exhausted") return null;
  const toEndpoint = (
    <ButtonLink size="small" to="/$environment/developers/webhooks" params={{ environment }}>
      {texts.page.endpoint}
    </ButtonLink>
  );
  return (
    <Notice
      kind="warning"
      title={status === "held" ? texts.page.heldTitle : texts.page.exhaustedTitle}
      action={toEndpoint}
    >
      {status === "held" ? texts.page.noDeliveries.held : texts.page.exhaustedText}
    </Notice>
  );
}

function entryOf(
  { environment, reference }: EventWithAttempts,
  { number, sentAt, url, responseStatus, durationMs, error }: EventWithAttempts["attempts"][number],
): TimelineEntry {
  const isDone = responseStatus !== undefined && responseStatus >= 200 && responseStatus < 300;
  const result =
    responseStatus === undefined
      ? texts.page.unanswered(error ?? "")
      : texts.page.answered(responseStatus, durationMs);
  return {
    icon: isDone ? "check" : "close",
    colour: isDone ? "green" : "red",
    text: `${texts.page.attempt(number)}: ${result}`,
    at: sentAt,
    children: (
      <>
        <code className="list-soft">{url}</code>
        <br />
        <Link
          to="/$environment/developers/webhooks/$reference"
          params={{ environment, reference }}
          search={{ attempt: String(number) }}
        >
          {texts.page.exact}
        </Link>
      </>
    ),
  };
}
