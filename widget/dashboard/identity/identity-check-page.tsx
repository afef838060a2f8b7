import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useMay } from "../api/permissions.ts";
import type { IdentityCheck } from "../api/types.ts";
import { Copyable } from "../components/values/copy-button.tsx";
import { DescriptionList } from "../components/values/description-list.tsx";
import { ButtonLink } from "../components/layout/link.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { ToList } from "../components/layout/to-list.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Columns, Section } from "../components/layout/section.tsx";
import { ItemPage } from "../components/layout/item-page.tsx";
import { Time } from "../components/values/time.tsx";
import { Timeline, type TimelineEntry } from "../components/values/timeline.tsx";
import { EventsOf } from "../events/events-of.tsx";
import { Journals } from "../ledger/journals.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { identityTexts as texts } from "../texts/identity.ts";
import { identityCheckQuery } from "./identity-queries.ts";
import { IdentityStatus } from "./identity-status.tsx";

const toList = <ToList to="/$environment/identity-checks">{texts.title}</ToList>;

export function IdentityCheckPage() {
  const environment = useEnvironment();
  const { reference } = useParams({ from: "/$environment/identity-checks/$reference" });
  const check = useQuery(identityCheckQuery(environment, reference));
  return (
    <ItemPage query={check} title={texts.page.one} parent={toList}>
      {(found) => <IdentityCheckDetails check={found} />}
    </ItemPage>
  );
}

function IdentityCheckDetails({ check }: { check: IdentityCheck }) {
  const { reference, type, status, name, cacheHit, createdAt } = check;
  return (
    <>
      <PageHeader
        title={texts.page.title(texts.types[type])}
        badge={<IdentityStatus status={status} />}
        parent={toList}
      />
      <NextStep check={check} />
      <Columns
        main={
          <>
            <Section title={texts.page.timeline}>
              <Timeline entries={timelineOf(check)} />
            </Section>
            <Section title={texts.page.result}>
              <DescriptionList
                entries={[
                  [
                    texts.page.name,
                    name ? (
                      <span key="name" dir="auto" translate="no">
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

/** What the result means, and what to do next. */
function NextStep({ check: { environment, verified } }: { check: IdentityCheck }) {
  const mayPay = useMay("pay");
  const { next } = texts;
  if (verified)
    return (
      <Notice kind="success" title={texts.page.matched}>
        {next.matched}
      </Notice>
    );
  const again = mayPay && (
    <ButtonLink size="small" to="/$environment/identity-checks" params={{ environment }}>
      {next.again}
    </ButtonLink>
  );
  return (
    <Notice kind="warning" title={texts.page.failed} action={again}>
      {next.failed}
    </Notice>
  );
}

/** What happened, the newest first: a check is listed once it has its result. */
function timelineOf({ verified, cacheHit, createdAt }: IdentityCheck): TimelineEntry[] {
  const { timeline } = texts;
  return [
    verified
      ? { icon: "check", colour: "green", text: timeline.matched, at: createdAt }
      : { icon: "close", colour: "amber", text: timeline.failed, at: createdAt },
    { icon: "plus", text: cacheHit ? timeline.askedAgain : timeline.asked, at: createdAt },
  ];
}
