import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "../api/permissions.ts";
import type { Event } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import { ButtonLink } from "../components/layout/link.tsx";
import { LoadedScreen } from "../components/layout/loaded-screen.tsx";
import { Section } from "../components/layout/section.tsx";
import { useFilters } from "../components/lists/filters.tsx";
import { List, type Column } from "../components/lists/list.tsx";
import { EmptyRows } from "../components/lists/list-screen.tsx";
import { asSentence } from "../components/messages/as-sentence.ts";
import { Notice } from "../components/messages/notice.tsx";
import { EmptyState } from "../components/messages/states.tsx";
import { Badge } from "../components/values/badge.tsx";
import { Facts } from "../components/values/facts.tsx";
import { Code } from "../components/values/text.tsx";
import { Time } from "../components/values/time.tsx";
import { DeliveryStatus } from "../events/delivery-status.tsx";
import { EventFilters } from "../events/event-filters.tsx";
import { eventsQuery } from "../events/events-queries.ts";
import { ShowSecret } from "../keys/show-secret.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { LiveNeedsApproval, useIsOpen } from "../verification/live-needs-approval.tsx";
import { RecoverEvents, RotateSecret, SetEndpoint, useSendTestEvent } from "./change-endpoint.tsx";
import { endpointQuery } from "./webhooks-queries.ts";
import "./webhooks.css";

type Open = { what: "set" | "rotate" | "recover" } | { what: "secret"; secret: string };

export function WebhookEndpoint() {
  const mayDevelop = useMay("develop");
  const isOpen = useIsOpen();
  const endpoint = useQuery(endpointQuery(useEnvironment()));
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const show = (secret: string) => setOpen({ what: "secret", secret });
  const sendTest = useSendTestEvent();
  const set = (text: string) => (
    <Button kind={endpoint.data === null ? "primary" : "secondary"} onPress={() => setOpen({ what: "set" })}>
      {text}
    </Button>
  );
  return (
    <LoadedScreen
      title="Webhooks"
      text="We sign each event and send it to your endpoint until it returns a 2xx status."
      query={endpoint}
      actions={
        endpoint.data !== undefined && (
          <>
            <ButtonLink to="/$environment/developers/webhooks/playground">Signature playground</ButtonLink>
            {mayDevelop && isOpen && endpoint.data !== null && (
              <Button kind="primary" isPending={sendTest.isPending} onPress={() => sendTest.mutate()}>
                Send test event
              </Button>
            )}
          </>
        )
      }
    >
      {(data) => (
        <>
          <LiveNeedsApproval what="Webhooks" />
          {data === null ? (
            <div className="list-empty">
              <EmptyState
                icon="webhook"
                title="No endpoint yet"
                action={mayDevelop && isOpen ? set("Set endpoint") : undefined}
              >
                Add the URL where we should send events.
              </EmptyState>
            </div>
          ) : (
            <>
              {data.status === "disabled" && (
                <Notice kind="error" title="Your endpoint is disabled. We’re holding its events.">
                  {data.disabledReason && asSentence(data.disabledReason)} Fix your server, then set the URL
                  again. We’ll send all held events, oldest first.
                </Notice>
              )}
              {data.status === "enabled" && data.failingSince !== undefined && (
                <Notice kind="warning" title="Deliveries are failing">
                  We disable the endpoint after five days without a successful delivery. See the latest failed
                  delivery for the reason.
                </Notice>
              )}
              <Section title="Endpoint">
                <Facts
                  facts={[
                    ["URL", data.url, "code"],
                    ["Status", <Health {...data} />],
                    ["Failing since", data.failingSince, "time"],
                    ["Old secret valid until", data.previousSecretExpiresAt, "time"],
                    ["Created", data.createdAt, "time"],
                  ]}
                />
                {mayDevelop && (
                  <div className="webhooks-actions wrap">
                    {isOpen && set(data.status === "disabled" ? "Set again and enable" : "Change URL")}
                    <Button onPress={() => setOpen({ what: "rotate" })}>Rotate secret</Button>
                    {isOpen && (
                      <Button onPress={() => setOpen({ what: "recover" })}>Send missed events</Button>
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
              onSet={(secret) => (secret === undefined ? close() : show(secret))}
            />
          )}
          {open?.what === "rotate" && <RotateSecret onClose={close} onRotated={show} />}
          {open?.what === "recover" && <RecoverEvents onClose={close} />}
          {open?.what === "secret" && (
            <ShowSecret
              name="Signing secret"
              text="You won’t be able to see it again. Add it to your server’s configuration."
              secret={open.secret}
              onClose={close}
            />
          )}
        </>
      )}
    </LoadedScreen>
  );
}

function Health({ status, failingSince }: { status: "enabled" | "disabled"; failingSince?: string }) {
  if (status === "disabled") return <Badge colour="red">Disabled</Badge>;
  if (failingSince === undefined) return <Badge colour="green">Enabled</Badge>;
  return <Badge colour="amber">Failing</Badge>;
}

/** The events, each with its delivery status. */
function Deliveries() {
  const page = useQuery(eventsQuery(useEnvironment(), useFilters().search));
  return (
    <Section title="Recent events">
      <EventFilters />
      <List
        caption="Events and their delivery, newest first"
        page={page}
        columns={columns}
        to="/$environment/developers/webhooks/$reference"
        empty={
          <EmptyRows icon="events" things="events">
            Payments, payouts and test events appear here as soon as they happen.
          </EmptyRows>
        }
      />
    </Section>
  );
}

const columns: Column<Event>[] = [
  { heading: "Event", isMain: true, cell: ({ type }) => <Code>{type}</Code> },
  { heading: "Delivery", cell: ({ delivery }) => <DeliveryStatus {...delivery} /> },
  { heading: "Attempts", align: "end", isExtra: true, cell: ({ delivery }) => delivery.attempts },
  {
    heading: "Next attempt",
    isExtra: true,
    cell: ({ delivery: { nextAttemptAt } }) => nextAttemptAt && <Time at={nextAttemptAt} />,
  },
  { heading: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
];
