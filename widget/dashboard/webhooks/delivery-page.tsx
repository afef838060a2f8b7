import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import type { AttemptWithBodies, EventWithAttempts } from "../api/types.ts";
import { Badge } from "../components/values/badge.tsx";
import { CodeBlock } from "../components/values/code-block.tsx";
import { Copyable } from "../components/values/copy-button.tsx";
import { DescriptionList } from "../components/values/description-list.tsx";
import { Link, PlainLink } from "../components/layout/link.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { ToList } from "../components/layout/to-list.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Columns, Section } from "../components/layout/section.tsx";
import { ItemPage } from "../components/layout/item-page.tsx";
import { EmptyState, ErrorState, Skeleton } from "../components/messages/states.tsx";
import { Time } from "../components/values/time.tsx";
import { DeliveryStatus } from "../events/delivery-status.tsx";
import { useAttempts } from "../events/attempts.tsx";
import { eventQuery } from "../events/events-queries.ts";
import { ReplayButton } from "../events/replay-button.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { webhookTexts } from "../texts/webhooks.ts";
import { explainFailure } from "./explain-failure.ts";
import { attemptQuery } from "./webhooks-queries.ts";
import "./webhooks.css";

const texts = webhookTexts.delivery;
const toList = <ToList to="/$environment/developers/webhooks">{webhookTexts.title}</ToList>;

/** An event's attempts, and of one of them everything: what was sent, what came back, why it failed. */
export function DeliveryPage() {
  const environment = useEnvironment();
  const { reference } = useParams({ from: "/$environment/developers/webhooks/$reference" });
  const event = useQuery(eventQuery(environment, reference));
  return (
    <ItemPage query={event} title={texts.title} parent={toList}>
      {(found) => <DeliveryDetails event={found} />}
    </ItemPage>
  );
}

function DeliveryDetails({ event }: { event: EventWithAttempts }) {
  const { environment, reference, type, delivery } = event;
  const { attempts, older } = useAttempts(event);
  const chosen = (useSearch({ strict: false }) as { attempt?: string | number }).attempt;
  const number = chosen === undefined ? attempts[0]?.number : Number(chosen);
  return (
    <>
      <PageHeader
        title={`${texts.title} ${type}`}
        heading={<code translate="no">{type}</code>}
        parent={toList}
        actions={<ReplayButton reference={reference} />}
      />
      <Columns
        main={
          number === undefined ? (
            <EmptyState icon="webhook" title={texts.none}>
              {delivery.status === "not_sent" ? texts.noEndpoint : undefined}
            </EmptyState>
          ) : (
            <Attempt reference={reference} number={number} />
          )
        }
        side={
          <>
            <Section title={texts.attempts}>
              {attempts.length === 0 ? (
                <p className="list-soft">{texts.none}</p>
              ) : (
                <ol className="webhooks-attempts">
                  {attempts.map((attempt) => (
                    <li key={attempt.number}>
                      <PlainLink
                        to="/$environment/developers/webhooks/$reference"
                        params={{ environment, reference }}
                        search={{ attempt: String(attempt.number) } as never}
                        aria-current={attempt.number === number ? "true" : undefined}
                      >
                        <span>{texts.attempt(attempt.number)}</span>
                        <Badge colour={attempt.error === undefined ? "green" : "red"}>
                          {attempt.responseStatus ?? texts.noResponse}
                        </Badge>
                      </PlainLink>
                    </li>
                  ))}
                </ol>
              )}
              {older}
            </Section>
            <Section title={texts.details}>
              <DescriptionList
                entries={[
                  [
                    texts.event,
                    <Link
                      key="event"
                      to="/$environment/events/$reference"
                      params={{ environment, reference }}
                    >
                      {reference}
                    </Link>,
                  ],
                  [webhookTexts.deliveries.status, <DeliveryStatus key="status" {...delivery} />],
                  [
                    webhookTexts.deliveries.next,
                    delivery.nextAttemptAt && <Time key="next" at={delivery.nextAttemptAt} isFull />,
                  ],
                ]}
              />
            </Section>
          </>
        }
      />
    </>
  );
}

function Attempt({ reference, number }: { reference: string; number: number }) {
  const environment = useEnvironment();
  const attempt = useQuery(attemptQuery(environment, reference, number));
  if (attempt.isError && attempt.data === undefined)
    return <ErrorState error={attempt.error} onRetry={() => void attempt.refetch()} />;
  if (attempt.data === undefined) return <Skeleton width={40} />;
  return <AttemptDetails reference={reference} attempt={attempt.data} />;
}

function AttemptDetails({ reference, attempt }: { reference: string; attempt: AttemptWithBodies }) {
  const environment = useEnvironment();
  const { responseStatus, responseBody, responseBodyCut, error } = attempt;
  const failure = explainFailure(attempt);
  const headers = Object.entries(attempt.requestHeaders)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
  return (
    <Section
      title={texts.attempt(attempt.number)}
      actions={
        <Link
          to="/$environment/developers/webhooks/playground"
          params={{ environment }}
          search={{ event: reference, attempt: String(attempt.number) } as never}
        >
          {texts.inspect}
        </Link>
      }
    >
      <div className="webhooks-blocks">
        {failure === undefined ? (
          <Notice kind="success">{texts.succeeded(responseStatus!)}</Notice>
        ) : (
          <Notice kind="error" title={failure.why}>
            {failure.advice.length > 0 && (
              <ul className="webhooks-advice">
                {failure.advice.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ul>
            )}
          </Notice>
        )}
        <DescriptionList
          entries={[
            [texts.sentAt, <Time key="sent" at={attempt.sentAt} isFull />],
            [texts.url, <Copyable key="url" text={attempt.url} what={texts.url} />],
            [texts.status, responseStatus ?? texts.noResponse],
            [texts.duration, texts.ms(attempt.durationMs)],
            [texts.said, error],
          ]}
        />
        <CodeBlock name={texts.requestHeaders} text={headers} isWrapped />
        <CodeBlock name={texts.requestBody} text={attempt.requestBody} isWrapped />
        {responseBody === undefined ? undefined : responseBody === "" ? (
          <p className="list-soft">{texts.emptyResponse}</p>
        ) : (
          <CodeBlock
            name={texts.responseBody}
            note={responseBodyCut ? texts.responseCutNote : texts.responseNote}
            text={responseBody}
            isWrapped
          />
        )}
      </div>
    </Section>
  );
}
