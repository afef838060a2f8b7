import type { EventWithAttempts } from "../api/types.ts";
import { itemScreen } from "../components/layout/item-screen.tsx";
import { ActionLink, Link } from "../components/layout/link.tsx";
import { Section } from "../components/layout/section.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { CodeBlock } from "../components/values/code-block.tsx";
import { Facts } from "../components/values/facts.tsx";
import { Code } from "../components/values/text.tsx";
import { Timeline, type TimelineEntry } from "../components/values/timeline.tsx";
import { useAttempts } from "./attempts.tsx";
import { DeliveryStatus } from "./delivery-status.tsx";
import { eventTypes } from "./event-types.ts";
import { eventQuery } from "./events-queries.ts";
import { ReplayButton } from "./replay-button.tsx";
import { SubjectLink, subjectOf } from "./subject-link.tsx";

export const EventPage = itemScreen({
  name: "Event",
  list: ["/$environment/events", "Events"],
  query: eventQuery,
  useParts(event) {
    const { reference, type, createdAt, delivery, data } = event;
    const { attempts, older } = useAttempts(event);
    const subject = subjectOf(event);
    return {
      title: eventTypes[type],
      badge: <DeliveryStatus {...delivery} />,
      actions: <ReplayButton reference={reference} />,
      next: <NextStep event={event} />,
      main: (
        <>
          <Timeline title="Deliveries" entries={attempts.map((attempt) => entryOf(event, attempt))}>
            {attempts.length > 0 ? older : <p>{noDeliveries[delivery.status]}</p>}
          </Timeline>
          <Section title="Payload">
            <CodeBlock
              name="data"
              text={JSON.stringify(data, null, 2)}
              note="As it was at that moment"
              isWrapped
            />
          </Section>
        </>
      ),
      side: (
        <Facts
          title="Details"
          facts={[
            ["Reference", reference, "copy"],
            ["Type", type, "code"],
            ["Created", createdAt, "time"],
            ["About", subject && <SubjectLink reference={subject} />],
            ["Attempts", delivery.attempts],
            ["Next attempt", delivery.nextAttemptAt, "time"],
          ]}
        />
      ),
    };
  },
});

const held = "Your webhook endpoint is disabled. We’ll send this event once you set a URL again.";

const noDeliveries: Record<EventWithAttempts["delivery"]["status"], string> = {
  not_sent: "You had no webhook endpoint when this happened, so it wasn’t sent.",
  pending: "The first attempt is about to start.",
  held,
  delivered: "We keep attempts for 30 days. These have been deleted.",
  exhausted: "We keep attempts for 30 days. These have been deleted.",
};

/** What the state means, and what to do next. */
function NextStep({ event: { reference, delivery } }: { event: EventWithAttempts }) {
  const toEndpoint = <ActionLink to="/$environment/developers/webhooks">Go to webhooks</ActionLink>;
  const toAttempt = (
    <ActionLink to="/$environment/developers/webhooks/$reference" params={{ reference }}>
      See why it failed
    </ActionLink>
  );
  switch (delivery.status) {
    case "delivered":
      return (
        <Notice kind="success" title="Delivered to your endpoint">
          No action needed. Use Replay to send it again.
        </Notice>
      );
    case "pending":
      return delivery.attempts === 0 ? (
        <Notice title="Sending soon">No action needed. This page updates automatically.</Notice>
      ) : (
        <Notice kind="warning" title="Retrying automatically" action={toAttempt}>
          Check why the last attempt failed. Once your endpoint is fixed, use Replay to send it right away.
        </Notice>
      );
    case "not_sent":
      return (
        <Notice title="You have no webhook endpoint" action={toEndpoint}>
          Add its URL to receive events. Then you can send this one too, with Replay.
        </Notice>
      );
    case "held":
      return (
        <Notice kind="warning" title="Your webhook endpoint is disabled" action={toEndpoint}>
          {held}
        </Notice>
      );
    case "exhausted":
      return (
        <Notice kind="warning" title="All attempts failed" action={toEndpoint}>
          Fix your endpoint, then replay this event.
        </Notice>
      );
  }
}

function entryOf(
  { reference }: EventWithAttempts,
  { number, sentAt, url, responseStatus, durationMs, error }: EventWithAttempts["attempts"][number],
): TimelineEntry {
  const isDone = responseStatus !== undefined && responseStatus >= 200 && responseStatus < 300;
  const result =
    responseStatus === undefined
      ? (error ?? "")
      : `Your server returned ${responseStatus} in ${durationMs} ms`;
  return {
    icon: isDone ? "check" : "close",
    colour: isDone ? "green" : "red",
    text: `Attempt ${number}: ${result}`,
    at: sentAt,
    children: (
      <>
        <Code isSoft>{url}</Code>
        <br />
        <Link
          to="/$environment/developers/webhooks/$reference"
          params={{ reference }}
          search={{ attempt: String(number) }}
        >
          View the request and response
        </Link>
      </>
    ),
  };
}
