import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { AttemptWithBodies } from "../api/types.ts";
import { itemScreen } from "../components/layout/item-screen.tsx";
import { Link, PlainLink } from "../components/layout/link.tsx";
import { Section } from "../components/layout/section.tsx";
import { Loaded } from "../components/messages/loaded.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { EmptyState } from "../components/messages/states.tsx";
import { Badge } from "../components/values/badge.tsx";
import { CodeBlock } from "../components/values/code-block.tsx";
import { Facts } from "../components/values/facts.tsx";
import { Code } from "../components/values/text.tsx";
import { useAttempts } from "../events/attempts.tsx";
import { DeliveryStatus } from "../events/delivery-status.tsx";
import { eventQuery } from "../events/events-queries.ts";
import { ReplayButton } from "../events/replay-button.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { explainFailure } from "./explain-failure.ts";
import { attemptQuery } from "./webhooks-queries.ts";
import "./webhooks.css";

/** An event's attempts, and one of them in full: what was sent, what came back, why it failed. */
export const DeliveryPage = itemScreen({
  name: "Delivery",
  list: ["/$environment/developers/webhooks", "Webhooks"],
  query: eventQuery,
  useParts(event) {
    const { reference, type, delivery } = event;
    const { attempts, older } = useAttempts(event);
    const chosen = (useSearch({ strict: false }) as { attempt?: string }).attempt;
    const number = chosen === undefined ? attempts[0]?.number : Number(chosen);
    return {
      title: `Delivery ${type}`,
      heading: <Code>{type}</Code>,
      actions: <ReplayButton reference={reference} />,
      main:
        number === undefined ? (
          <EmptyState icon="webhook" title="Nothing sent yet">
            {delivery.status === "not_sent" ? "You had no endpoint when this happened." : undefined}
          </EmptyState>
        ) : (
          <Attempt reference={reference} number={number} />
        ),
      side: (
        <>
          <Section title="Attempts">
            {attempts.length === 0 ? (
              <p className="soft">Nothing sent yet</p>
            ) : (
              <ol className="choices">
                {attempts.map((attempt) => (
                  <li key={attempt.number}>
                    <PlainLink
                      to="/$environment/developers/webhooks/$reference"
                      params={{ reference }}
                      search={{ attempt: String(attempt.number) } as never}
                      aria-current={attempt.number === number ? "true" : undefined}
                    >
                      <span>Attempt {attempt.number}</span>
                      <Badge colour={attempt.error === undefined ? "green" : "red"}>
                        {attempt.responseStatus ?? "No response"}
                      </Badge>
                    </PlainLink>
                  </li>
                ))}
              </ol>
            )}
            {older}
          </Section>
          <Facts
            title="Details"
            facts={[
              [
                "Event",
                <Link to="/$environment/events/$reference" params={{ reference }}>
                  {reference}
                </Link>,
              ],
              ["Delivery", <DeliveryStatus {...delivery} />],
              ["Next attempt", delivery.nextAttemptAt, "time"],
            ]}
          />
        </>
      ),
    };
  },
});

function Attempt({ reference, number }: { reference: string; number: number }) {
  return (
    <Loaded query={useQuery(attemptQuery(useEnvironment(), reference, number))} width={40}>
      {(attempt) => <AttemptDetails reference={reference} attempt={attempt} />}
    </Loaded>
  );
}

function AttemptDetails({ reference, attempt }: { reference: string; attempt: AttemptWithBodies }) {
  const { number, responseStatus, responseBody, responseBodyCut, error } = attempt;
  const failure = explainFailure(attempt);
  const headers = Object.entries(attempt.requestHeaders).map(([name, value]) => `${name}: ${value}`);
  const inspect = (
    <Link
      to="/$environment/developers/webhooks/playground"
      search={{ event: reference, attempt: String(number) } as never}
    >
      Check signature
    </Link>
  );
  return (
    <Section title={`Attempt ${number}`} actions={inspect}>
      <div className="stack">
        {failure === undefined ? (
          <Notice kind="success">Accepted with status {responseStatus}</Notice>
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
        <Facts
          facts={[
            ["Sent", attempt.sentAt, "time"],
            ["URL", attempt.url, "copy"],
            ["Response status", responseStatus ?? "No response"],
            ["Duration", `${attempt.durationMs} ms`],
            ["Error", error],
          ]}
        />
        <CodeBlock name="Request headers" text={headers.join("\n")} isWrapped />
        <CodeBlock name="Request body (exact bytes)" text={attempt.requestBody} isWrapped />
        {responseBody === "" && <p className="soft">The response had no body.</p>}
        {responseBody && (
          <CodeBlock
            name="Response body"
            note={responseBodyCut ? "The first 16 KB of it" : "As your server sent it"}
            text={responseBody}
            isWrapped
          />
        )}
      </div>
    </Section>
  );
}
