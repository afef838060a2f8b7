import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "../api/permissions.ts";
import type { IdentityCheck } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import { EmptyList } from "../components/lists/empty-list.tsx";
import { Filters, SelectFilter, useFilters } from "../components/lists/filters.tsx";
import { List, type Column } from "../components/lists/list.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { PeriodFilter } from "../components/lists/period-filter.tsx";
import { ReferenceFilter } from "../components/lists/text-filter.tsx";
import { Time } from "../components/values/time.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { identityTexts as texts } from "../texts/identity.ts";
import { LiveNeedsApproval, useIsOpen } from "../verification/live-needs-approval.tsx";
import { identityChecksQuery } from "./identity-queries.ts";
import { IdentityStatus } from "./identity-status.tsx";
import { RunIdentityCheck } from "./run-identity-check.tsx";

const types = Object.entries(texts.types);
const statuses = Object.entries(texts.statuses);

export function IdentityChecksList() {
  const environment = useEnvironment();
  const { search } = useFilters();
  const [isChecking, setChecking] = useState(false);
  const page = useQuery(identityChecksQuery(environment, search));
  const isOpen = useIsOpen();
  const run = useMay("pay") && isOpen && (
    <Button kind="primary" onPress={() => setChecking(true)}>
      {texts.run}
    </Button>
  );
  return (
    <>
      <PageHeader title={texts.title} text={texts.text} actions={run} />
      <LiveNeedsApproval what={texts.title} />
      <Filters>
        <SelectFilter name="type" label={texts.list.type} options={types} />
        <SelectFilter name="status" label={texts.list.status} options={statuses} />
        <PeriodFilter />
        <ReferenceFilter prefix="kyc" />
      </Filters>
      <List
        caption={texts.list.caption}
        page={page}
        columns={columns}
        keyOf={({ reference }) => reference}
        linkTo={({ reference }) => ({
          to: "/$environment/identity-checks/$reference",
          params: { environment, reference },
        })}
        empty={<EmptyList icon="identity" texts={texts.list} action={run} />}
      />
      {isChecking && <RunIdentityCheck onClose={() => setChecking(false)} />}
    </>
  );
}

const columns: Column<IdentityCheck>[] = [
  {
    heading: texts.list.name,
    isMain: true,
    isWide: true,
    cell: ({ name }) =>
      name ? (
        <span dir="auto" translate="no">
          {name}
        </span>
      ) : (
        texts.noName
      ),
  },
  { heading: texts.list.type, cell: ({ type }) => texts.types[type] },
  { heading: texts.list.status, cell: ({ status }) => <IdentityStatus status={status} /> },
  {
    heading: texts.list.reference,
    isExtra: true,
    cell: ({ reference }) => <code translate="no">{reference}</code>,
  },
  { heading: texts.list.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
];
