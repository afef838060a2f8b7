import { useQuery } from "@tanstack/react-query";
import type { ListedVerification } from "../api/types.ts";
import { FilterOf, Filters, useFilters } from "../components/lists/filters.tsx";
import { List, type Column } from "../components/lists/list.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { Select } from "../components/forms/select.tsx";
import { EmptyState } from "../components/messages/states.tsx";
import { Time } from "../components/values/time.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { verificationTexts as texts } from "../texts/verification.ts";
import { useLiveGateway } from "./live-needs-gateway.tsx";
import { verificationsQuery } from "./verification-queries.ts";
import { VerificationStatus } from "./verification-status.tsx";

/** The reviewers' queue. */
export function VerificationsList() {
  const environment = useEnvironment();
  const { search, change } = useFilters();
  const hasGateway = useLiveGateway();
  const page = useQuery(verificationsQuery(search));
  const { draft: _, ...statuses } = texts.statuses;
  return (
    <>
      <PageHeader title={texts.platform.title} text={texts.platform.text} />
      {!hasGateway && <Notice kind="warning">{texts.noGateway.reviewer}</Notice>}
      <Filters hasDefault>
        <FilterOf names={["status"]}>
          <Select
            label={texts.platform.status}
            isInline
            value={search["status"] ?? "submitted"}
            options={Object.entries(statuses)}
            onChange={(status) => change({ status: status === "submitted" ? undefined : status })}
          />
        </FilterOf>
      </Filters>
      <List
        caption={texts.platform.caption}
        page={page}
        columns={columns}
        keyOf={({ merchant }) => merchant}
        linkTo={({ merchant }) => ({
          to: "/$environment/platform/verifications/$reference",
          params: { environment, reference: merchant },
        })}
        empty={
          <EmptyState icon="verification" title={texts.platform.emptyTitle}>
            {texts.platform.emptyText}
          </EmptyState>
        }
      />
    </>
  );
}

const columns: Column<ListedVerification>[] = [
  {
    heading: texts.platform.business,
    isMain: true,
    isWide: true,
    cell: ({ name, isOwn }) => (
      <>
        <span dir="auto" translate="no">
          {name}
        </span>
        {isOwn && <span className="list-soft"> {texts.platform.own}</span>}
      </>
    ),
  },
  { heading: texts.platform.status, cell: ({ status }) => <VerificationStatus status={status} /> },
  { heading: texts.platform.documents, align: "end", isExtra: true, cell: ({ documents }) => documents },
  { heading: texts.platform.since, cell: ({ statusSince }) => <Time at={statusSince} isReal /> },
];
