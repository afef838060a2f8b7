import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { EventWithAttempts } from "../api/types.ts";
import { CodeBlock } from "../components/values/code-block.tsx";
import { Copyable } from "../components/values/copy-button.tsx";
import { DescriptionList } from "../components/values/description-list.tsx";
import { ButtonLink, Link } from "../components/layout/link.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { ToList } from "../components/layout/to-list.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Columns, Section } from "../components/layout/section.tsx";
import { ItemPage } from "../components/layout/item-page.tsx";
import { Time } from "../components/values/time.tsx";
import { Timeline, type TimelineEntry } from "../components/values/timeline.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { eventTexts as texts } from "../texts/events.ts";
import { DeliveryStatus } from "./delivery-status.tsx";
import { eventQuery } from "./events-queries.ts";
import { useAttempts } from "./attempts.tsx";
import { ReplayButton } from "./replay-button.tsx";
import { SubjectLink, subjectOf } from "./subject-link.tsx";

const toList = <ToList to="/$environment/events">{texts.title}</ToList>;

export function EventPage() {
  const environment = useEnvironment();
  const { reference } = useParams({ from: "/$environment/events/$reference" });
  const event = useQuery(eventQuery(environment, reference));
  return (
    <ItemPage query={event} title={texts.page.title} parent={toList}>
      {(found) => <EventDetails event={found} />}
    </ItemPage>
  );
}

function EventDetails({ event }: { event: EventWithAttempts }) {
  const { reference, type, createdAt, delivery, data } = event;
  const { attempts, older } = useAttempts(event);
  const subject = subjectOf(event);
  return (
    <>
      <PageHeader
        title={texts.types[type]}
        badge={<DeliveryStatus {...delivery} />}
        parent={toList}
        actions={<ReplayButton reference={reference} />}
      />
      <NextStep event={event} />
      <Columns
        main={
          <>
            <Section title={texts.page.deliveries}>
              {attempts.length > 0 ? (
                <>
                  <Timeline entries={attempts.map((attempt) => entryOf(event, attempt))} />
                  {older}
                </>
              ) : (
                <p>{texts.page.noDeliveries[delivery.status]}</p>
              )}
            </Section>
            <Section title={texts.page.payload}>
              <CodeBlock
                name="data"
                text={JSON.stringify(data, null, 2)}
                note={texts.page.payloadNote}
                isWrapped
              />
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
                [
                  texts.page.type,
                  <code translate="no" key="type">
                    {type}
                  </code>,
                ],
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

/** What the state means for whoever reads it, and what to do next. */
function NextStep({ event: { environment, reference, delivery } }: { event: EventWithAttempts }) {
  const { status, attempts } = delivery;
  if (status === "delivered")
    return (
      <Notice kind="success" title={texts.page.deliveredTitle}>
        {texts.page.deliveredText}
      </Notice>
    );
  if (status === "pending" && attempts === 0)
    return <Notice title={texts.page.pendingTitle}>{texts.page.pendingText}</Notice>;
  if (status === "pending") {
    const toAttempt = (
      <ButtonLink
        size="small"
        to="/$environment/developers/webhooks/$reference"
        params={{ environment, reference }}
      >
        {texts.page.why}
      </ButtonLink>
    );
    return (
      <Notice kind="warning" title={texts.page.retryingTitle} action={toAttempt}>
        {texts.page.retryingText}
      </Notice>
    );
  }
  const toEndpoint = (
    <ButtonLink size="small" to="/$environment/developers/webhooks" params={{ environment }}>
      {texts.page.endpoint}
    </ButtonLink>
  );
  const { page } = texts;
  const [title, text] = {
    not_sent: [page.notSentTitle, page.notSentText],
    held: [page.heldTitle, page.noDeliveries.held],
    exhausted: [page.exhaustedTitle, page.exhaustedText],
  }[status];
  return (
    <Notice kind={status === "not_sent" ? "info" : "warning"} title={title} action={toEndpoint}>
      {text}
    </Notice>
  );
}

function entryOf(
  { environment, reference }: EventWithAttempts,
  { number, sentAt, url, responseStatus, durationMs, error }: EventWithAttempts["attempts"][number],
): TimelineEntry {
  const isDone = responseStatus !== undefined && responseStatus >= 200 && responseStatus < 300;
  const result =
    responseStatus === undefined ? (error ?? "") : texts.page.responded(responseStatus, durationMs);
  return {
    icon: isDone ? "check" : "close",
    colour: isDone ? "green" : "red",
    text: `${texts.page.attempt(number)}: ${result}`,
    at: sentAt,
    children: (
      <>
        <code translate="no" className="list-soft">
          {url}
        </code>
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
