import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "../api/permissions.ts";
import type { Event } from "../api/types.ts";
import { asSentence } from "../components/messages/as-sentence.ts";
import { Badge } from "../components/values/badge.tsx";
import { Button } from "../components/forms/button.tsx";
import { DescriptionList } from "../components/values/description-list.tsx";
import { EmptyList } from "../components/lists/empty-list.tsx";
import { useFilters } from "../components/lists/filters.tsx";
import { ButtonLink } from "../components/layout/link.tsx";
import { List, type Column } from "../components/lists/list.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Section } from "../components/layout/section.tsx";
import { FailedScreen } from "../components/layout/failed-screen.tsx";
import { EmptyState, ScreenSkeleton } from "../components/messages/states.tsx";
import { Time } from "../components/values/time.tsx";
import { DeliveryStatus } from "../events/delivery-status.tsx";
import { EventFilters } from "../events/event-filters.tsx";
import { ShowSecret } from "../keys/show-secret.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { webhookTexts as texts } from "../texts/webhooks.ts";
import { LiveNeedsApproval, useIsOpen } from "../verification/live-needs-approval.tsx";
import { RecoverEvents, RotateSecret, SetEndpoint, useSendTestEvent } from "./change-endpoint.tsx";
import { eventsPageQuery } from "./events-page-query.ts";
import { endpointQuery } from "./webhooks-queries.ts";
import "./webhooks.css";

type Open = { what: "set" | "rotate" | "recover" } | { what: "secret"; secret: string };

export function WebhookEndpoint() {
  const environment = useEnvironment();
  const mayDevelop = useMay("develop");
  const isOpen = useIsOpen();
  const endpoint = useQuery(endpointQuery(environment));
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const sendTest = useSendTestEvent();
  if (endpoint.isError && endpoint.data === undefined)
    return (
      <FailedScreen
        title={texts.title}
        text={texts.text}
        error={endpoint.error}
        onRetry={() => void endpoint.refetch()}
      />
    );
  if (endpoint.data === undefined)
    return (
      <>
        <PageHeader title={texts.title} text={texts.text} />
        <ScreenSkeleton hasTitle />
      </>
    );
  const { data } = endpoint;
  const set = (text: string) => (
    <Button kind={data === null ? "primary" : "secondary"} onPress={() => setOpen({ what: "set" })}>
      {text}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        text={texts.text}
        actions={
          <>
            <ButtonLink to="/$environment/developers/webhooks/playground" params={{ environment }}>
              {texts.playground}
            </ButtonLink>
            {mayDevelop && isOpen && data !== null && (
              <Button kind="primary" isPending={sendTest.isPending} onPress={() => sendTest.mutate()}>
                {texts.test.action}
              </Button>
            )}
          </>
        }
      />
      <LiveNeedsApproval what={texts.title} />
      {data === null ? (
        <div className="list-empty">
          <EmptyState
            icon="webhook"
            title={texts.endpoint.emptyTitle}
            action={mayDevelop && isOpen ? set(texts.endpoint.set) : undefined}
          >
            {texts.endpoint.emptyText}
          </EmptyState>
        </div>
      ) : (
        <>
          {data.status === "disabled" && (
            <Notice kind="error" title={texts.endpoint.disabledTitle}>
              {data.disabledReason && asSentence(data.disabledReason)} {texts.endpoint.disabledText}
            </Notice>
          )}
          {data.status === "enabled" && data.failingSince !== undefined && (
            <Notice kind="warning" title={texts.endpoint.failingTitle}>
              {texts.endpoint.failingText}
            </Notice>
          )}
          <Section title={texts.endpoint.title}>
            <DescriptionList
              entries={[
                [
                  texts.endpoint.url,
                  <span key="url" className="webhooks-url">
                    {data.url}
                  </span>,
                ],
                [
                  texts.endpoint.state,
                  data.status === "disabled" ? (
                    <Badge key="state" colour="red">
                      {texts.endpoint.disabled}
                    </Badge>
                  ) : data.failingSince === undefined ? (
                    <Badge key="state" colour="green">
                      {texts.endpoint.enabled}
                    </Badge>
                  ) : (
                    <Badge key="state" colour="amber">
                      {texts.endpoint.failing}
                    </Badge>
                  ),
                ],
                [
                  texts.endpoint.failingSince,
                  data.failingSince && <Time key="failing" at={data.failingSince} isFull />,
                ],
                [
                  texts.endpoint.previousSecret,
                  data.previousSecretExpiresAt && (
                    <Time key="previous" at={data.previousSecretExpiresAt} isFull />
                  ),
                ],
                [texts.endpoint.since, <Time key="since" at={data.createdAt} isFull />],
              ]}
            />
            {mayDevelop && (
              <div className="webhooks-actions">
                {isOpen &&
                  set(data.status === "disabled" ? texts.endpoint.enableAgain : texts.endpoint.change)}
                <Button onPress={() => setOpen({ what: "rotate" })}>{texts.secret.rotate}</Button>
                {isOpen && (
                  <Button onPress={() => setOpen({ what: "recover" })}>{texts.recover.action}</Button>
                )}
              </div>
            )}
          </Section>
        </>
      )}
      <Deliveries />
      {open?.what === "set" && (
        <SetEndpoint
          url={data?.url ?? ""}
          onClose={close}
          onSet={(secret) => setOpen(secret === undefined ? undefined : { what: "secret", secret })}
        />
      )}
      {open?.what === "rotate" && (
        <RotateSecret onClose={close} onRotated={(secret) => setOpen({ what: "secret", secret })} />
      )}
      {open?.what === "recover" && <RecoverEvents onClose={close} />}
      {open?.what === "secret" && (
        <ShowSecret
          title={texts.secret.shownTitle}
          text={texts.secret.shownText}
          name={texts.secret.name}
          secret={open.secret}
          done={texts.secret.done}
          onClose={close}
        />
      )}
    </>
  );
}

/** The events, each with how its delivery stands. */
function Deliveries() {
  const environment = useEnvironment();
  const { search } = useFilters();
  const page = useQuery(eventsPageQuery(environment, search));
  return (
    <Section title={texts.deliveries.title}>
      <EventFilters />
      <List
        caption={texts.deliveries.caption}
        page={page}
        columns={columns}
        keyOf={({ reference }) => reference}
        linkTo={({ reference }) => ({
          to: "/$environment/developers/webhooks/$reference",
          params: { environment, reference },
        })}
        empty={<EmptyList icon="events" texts={texts.deliveries} />}
      />
    </Section>
  );
}

const columns: Column<Event>[] = [
  { heading: texts.deliveries.type, isMain: true, cell: ({ type }) => <code translate="no">{type}</code> },
  {
    heading: texts.deliveries.status,
    cell: ({ delivery }) => <DeliveryStatus {...delivery} />,
  },
  {
    heading: texts.deliveries.attempts,
    align: "end",
    isExtra: true,
    cell: ({ delivery }) => delivery.attempts,
  },
  {
    heading: texts.deliveries.next,
    isExtra: true,
    cell: ({ delivery }) => delivery.nextAttemptAt && <Time at={delivery.nextAttemptAt} />,
  },
  { heading: texts.deliveries.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
];
