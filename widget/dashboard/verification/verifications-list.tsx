import { pageQuery } from "../api/queries.ts";
import type { ListedVerification } from "../api/types.ts";
import { Filters, SelectFilter } from "../components/lists/filters.tsx";
import type { Column } from "../components/lists/list.tsx";
import { ListScreen } from "../components/lists/list-screen.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { optionsOf, State } from "../components/values/badge.tsx";
import { Own, Soft } from "../components/values/text.tsx";
import { Time } from "../components/values/time.tsx";
import { useLiveGateway } from "./live-needs-gateway.tsx";
import { verificationStates } from "./verification-states.ts";

const statuses = optionsOf(verificationStates).filter(([status]) => status !== "draft");

export function VerificationsList() {
  const hasGateway = useLiveGateway();
  return (
    <ListScreen
      title="Verifications"
      text="Businesses applying to go live, longest wait first."
      notice={
        !hasGateway && (
          <Notice kind="warning">
            This platform has no live gateway yet. Set LIVE_GATEWAYS before businesses go live.
          </Notice>
        )
      }
      filters={
        <Filters hasDefault>
          <SelectFilter name="status" label="Status" options={statuses} fallback="submitted" />
        </Filters>
      }
      caption="Businesses, longest wait first"
      query={(_environment, search) => pageQuery("/platform/verifications", {}, search)}
      columns={columns}
      to="/$environment/platform/verifications/$reference"
      idOf={({ merchant }) => merchant}
      icon="verification"
      emptyTitle="Nothing to review"
      emptyText="Businesses appear here when they submit their verification."
    />
  );
}

const columns: Column<ListedVerification>[] = [
  {
    heading: "Business",
    isMain: true,
    isWide: true,
    cell: ({ name, isOwn }) => (
      <>
        <Own>{name}</Own>
        {isOwn && <Soft> Your own: another reviewer decides</Soft>}
      </>
    ),
  },
  { heading: "Status", cell: ({ status }) => <State of={verificationStates[status]} /> },
  { heading: "Documents", align: "end", isExtra: true, cell: ({ documents }) => documents },
  { heading: "Since", cell: ({ statusSince }) => <Time at={statusSince} isReal /> },
];
