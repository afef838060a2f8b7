import { useState } from "react";
import type { IdentityCheck } from "../api/types.ts";
import { Filters, OwnReferenceFilter, ReferenceFilter, SelectFilter } from "../components/lists/filters.tsx";
import type { Column } from "../components/lists/list.tsx";
import { ListScreen } from "../components/lists/list-screen.tsx";
import { PeriodFilter } from "../components/lists/period-filter.tsx";
import { optionsOf, State } from "../components/values/badge.tsx";
import { Code, Own } from "../components/values/text.tsx";
import { Time } from "../components/values/time.tsx";
import { CreateButton } from "../verification/create-button.tsx";
import { LiveNeedsApproval } from "../verification/live-needs-approval.tsx";
import { identityChecksQuery } from "./identity-queries.ts";
import { identityStates, identityTypes } from "./identity-states.ts";
import { RunIdentityCheck } from "./run-identity-check.tsx";

const types = Object.entries(identityTypes);
const statuses = optionsOf(identityStates);

export function IdentityChecksList() {
  const [isChecking, setChecking] = useState(false);
  return (
    <ListScreen
      title="Identity checks"
      text="Check whether a phone number matches a BVN or NIN. We don’t store the BVN or NIN."
      actions={
        <CreateButton may="pay" onPress={() => setChecking(true)}>
          Check an identity
        </CreateButton>
      }
      notice={<LiveNeedsApproval what="Identity checks" />}
      filters={
        <Filters>
          <SelectFilter name="type" label="Type" options={types} />
          <SelectFilter name="status" label="Result" options={statuses} />
          <PeriodFilter />
          <ReferenceFilter prefix="kyc" />
          <OwnReferenceFilter />
        </Filters>
      }
      query={identityChecksQuery}
      columns={columns}
      to="/$environment/identity-checks/$reference"
      icon="identity"
      emptyText="Check a customer’s BVN or NIN against their phone number."
    >
      {isChecking && <RunIdentityCheck onClose={() => setChecking(false)} />}
    </ListScreen>
  );
}

const columns: Column<IdentityCheck>[] = [
  {
    heading: "Name on record",
    isMain: true,
    isWide: true,
    cell: ({ name }) => (name ? <Own>{name}</Own> : "No name on record"),
  },
  { heading: "Type", cell: ({ type }) => identityTypes[type] },
  { heading: "Result", cell: ({ status }) => <State of={identityStates[status]} /> },
  { heading: "Reference", isExtra: true, cell: ({ reference }) => <Code>{reference}</Code> },
  {
    heading: "Your reference",
    isExtra: true,
    cell: ({ merchantReference }) => <Own>{merchantReference}</Own>,
  },
  { heading: "Checked", cell: ({ createdAt }) => <Time at={createdAt} /> },
];
