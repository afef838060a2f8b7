import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { api, dataOf } from "../api/client.ts";
import { useMay } from "../api/permissions.ts";
import type { AttemptWithBodies } from "../api/types.ts";
import { Badge } from "../components/badge.tsx";
import { Button } from "../components/button.tsx";
import { CodeBlock } from "../components/code-block.tsx";
import { Copyable } from "../components/copy-button.tsx";
import { describeError } from "../components/describe-error.ts";
import { DescriptionList } from "../components/description-list.tsx";
import { Link, PlainLink } from "../components/link.tsx";
import { Notice } from "../components/notice.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Columns, Section } from "../components/section.tsx";
import { FailedScreen } from "../components/failed-screen.tsx";
import { EmptyState, ErrorState, ScreenSkeleton, Skeleton } from "../components/states.tsx";
import { Time } from "../components/time.tsx";
import { toast } from "../components/toasts.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { webhookTexts } from "../texts/webhooks.ts";
import { explainFailure } from "./explain-failure.ts";
import { attemptQuery, deliveryQuery } from "./webhooks-queries.ts";
import "./webhooks.css";

const texts = webhookTexts.delivery;

/** An event's attempts, and of one of them everything: what was sent, what came back, why it failed. */
export function DeliveryPage() {
  const environment = useEnvironment();
  const mayDevelop = useMay("develop");
  const { reference } = useParams({ from: "/$environment/developers/webhooks/$reference" });
  const chosen = (useSearch({ strict: false }) as { attempt?: string | number }).attempt;
  const event = useQuery(deliveryQuery(environment, reference));
  const queryClient = useQueryClient();
  const replay = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST("/{environment}/events/{reference}/replay", {
          params: { path: { environment, reference } },
        }),
      ),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: [environment, "events"] });
      toast(texts.replayed);
    },
    onError: (error) => toast(describeError(error), "error"),
  });
  if (event.isError && event.data === undefined)
    return (
      <FailedScreen
        title={texts.title}
        parent={
          <Link to="/$environment/developers/webhooks" params={{ environment }}>
            {webhookTexts.title}
          </Link>
        }
        error={event.error}
        onRetry={() => void event.refetch()}
      />
    );
  if (event.data === undefined) return <ScreenSkeleton />;
  const { type, delivery, attempts } = event.data;
  const number = chosen === undefined ? attempts[0]?.number : Number(chosen);
  return (
    <>
      <PageHeader
        title={`${texts.title} ${type}`}
        heading={<code>{type}</code>}
        parent={
          <Link to="/$environment/developers/webhooks" params={{ environment }}>
            {webhookTexts.title}
          </Link>
        }
        actions={
          mayDevelop && (
            <Button
              kind="primary"
              icon="refresh"
              isPending={replay.isPending}
              onPress={() => replay.mutate()}
            >
              {texts.replay}
            </Button>
          )
        }
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
                  [webhookTexts.deliveries.status, webhookTexts.deliveries.statuses[delivery.status]],
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
  return <AttemptDetails attempt={attempt.data} />;
}

function AttemptDetails({ attempt }: { attempt: AttemptWithBodies }) {
  const environment = useEnvironment();
  const { responseStatus, responseBody, error } = attempt;
  const failure = explainFailure(attempt);
  const headers = Object.entries(attempt.requestHeaders)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
  return (
    <Section
      title={texts.attempt(attempt.number)}
      actions={
        <Link to="/$environment/developers/webhooks/playground" params={{ environment }}>
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
        <CodeBlock name={texts.requestHeaders} text={headers} />
        <CodeBlock name={texts.requestBody} text={attempt.requestBody} />
        {responseBody === undefined ? undefined : responseBody === "" ? (
          <p className="list-soft">{texts.emptyResponse}</p>
        ) : (
          <CodeBlock name={texts.responseBody} note={texts.responseNote} text={responseBody} />
        )}
      </div>
    </Section>
  );
}
