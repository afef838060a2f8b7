import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { IdentityCheck } from "../api/types.ts";
import { Copyable } from "../components/copy-button.tsx";
import { DescriptionList } from "../components/description-list.tsx";
import { Link } from "../components/link.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Columns, Section } from "../components/section.tsx";
import { FailedScreen } from "../components/failed-screen.tsx";
import { ScreenSkeleton } from "../components/states.tsx";
import { Time } from "../components/time.tsx";
import { EventsOf } from "../events/events-of.tsx";
import { Journals } from "../ledger/journals.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { identityTexts as texts } from "../texts/identity.ts";
import { identityCheckQuery } from "./identity-queries.ts";
import { IdentityStatus } from "./identity-status.tsx";

export function IdentityCheckPage() {
  const environment = useEnvironment();
  const { reference } = useParams({ from: "/$environment/identity-checks/$reference" });
  const check = useQuery(identityCheckQuery(environment, reference));
  if (check.isError && check.data === undefined)
    return (
      <FailedScreen
        title={texts.page.one}
        parent={
          <Link to="/$environment/identity-checks" params={{ environment }}>
            {texts.title}
          </Link>
        }
        error={check.error}
        onRetry={() => void check.refetch()}
      />
    );
  if (check.data === undefined) return <ScreenSkeleton />;
  return <IdentityCheckDetails check={check.data} />;
}

function IdentityCheckDetails({ check }: { check: IdentityCheck }) {
  const { environment, reference, type, status, verified, name, cacheHit, createdAt } = check;
  return (
    <>
      <PageHeader
        title={texts.page.title(texts.types[type])}
        badge={<IdentityStatus status={status} />}
        parent={
          <Link to="/$environment/identity-checks" params={{ environment }}>
            {texts.title}
          </Link>
        }
      />
      <Columns
        main={
          <>
            <Section title={texts.page.result}>
              <p>{verified ? texts.page.matched : texts.page.failed}</p>
              <DescriptionList
                entries={[
                  [
                    texts.page.name,
                    name ? (
                      <span key="name" dir="auto">
                        {name}
                      </span>
                    ) : (
                      texts.noName
                    ),
                  ],
                  [texts.page.cached, cacheHit ? texts.page.fromCache : texts.page.fromProvider],
                ]}
              />
            </Section>
            <Journals reference={reference} status={status} />
            <EventsOf subject={reference} />
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
                [texts.page.created, <Time key="created" at={createdAt} isFull />],
              ]}
            />
          </Section>
        }
      />
    </>
  );
}
