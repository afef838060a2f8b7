import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pageQuery } from "../api/queries.ts";
import type { AuditEntry } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import { Select } from "../components/forms/select.tsx";
import { Dialog } from "../components/layout/dialog.tsx";
import { FilterOf, Filters, SelectFilter, useFilters } from "../components/lists/filters.tsx";
import type { Column } from "../components/lists/list.tsx";
import { ListScreen } from "../components/lists/list-screen.tsx";
import { PeriodFilter } from "../components/lists/period-filter.tsx";
import { Badge } from "../components/values/badge.tsx";
import { Facts } from "../components/values/facts.tsx";
import { Code } from "../components/values/text.tsx";
import { Time } from "../components/values/time.tsx";
import { nameOf } from "../keys/key-name.ts";
import { keysQuery } from "../keys/keys-queries.ts";
import { membersQuery } from "../members/members-queries.ts";
import { auditActions, describeEntry } from "./actions.ts";

export function AuditLog() {
  const [shown, setShown] = useState<AuditEntry>();
  return (
    <ListScreen
      title="Audit log"
      text="Who changed what, newest first. Nobody can edit or delete it."
      filters={
        <Filters>
          <ActorFilter />
          <SelectFilter name="action" label="Action" options={auditActions} />
          <PeriodFilter label="When" isReal />
        </Filters>
      }
      caption="Changes by people, keys and the platform"
      query={(_environment, search) => pageQuery("/audit-log", {}, search)}
      columns={columnsFor(setShown)}
      keyOf={({ id }) => id}
      icon="audit"
      things="entries"
      emptyText="Changes to keys, webhooks, people and settings, and payouts that people send, appear here."
    >
      {shown && <EntryDialog entry={shown} onClose={() => setShown(undefined)} />}
    </ListScreen>
  );
}

const columnsFor = (show: (entry: AuditEntry) => void): Column<AuditEntry>[] => [
  {
    heading: "What happened",
    isMain: true,
    isWide: true,
    cell: (entry) => (
      <span className="row">
        <span className="truncate" dir="auto">
          {sentenceOf(entry)}
        </span>
        {entry.environment === "test" && <Badge colour="amber">TEST</Badge>}
      </span>
    ),
  },
  { heading: "When", cell: ({ at }) => <Time at={at} isReal /> },
  {
    heading: "Details",
    isActions: true,
    cell: (entry) => (
      <Button
        size="small"
        kind="quiet"
        aria-label={`Details: ${sentenceOf(entry)}`}
        onPress={() => show(entry)}
      >
        Details
      </Button>
    ),
  },
];

/** Who acted: a person or a key, of either environment. */
function ActorFilter() {
  const { search, change } = useFilters();
  const members = useQuery(membersQuery);
  const testKeys = useQuery(keysQuery("test"));
  const liveKeys = useQuery(keysQuery("live"));
  const people = (members.data ?? []).map(({ reference, name }) => [reference, name] as const);
  const keys = [...(liveKeys.data ?? []), ...(testKeys.data ?? [])].map(
    (key) => [key.reference, `Key ${nameOf(key)}`] as const,
  );
  return (
    <FilterOf names={["person", "key"]}>
      <Select
        label="Who"
        isInline
        value={search["person"] ?? search["key"] ?? "all"}
        options={[["all", "All"], ...people, ...keys]}
        onChange={(chosen) =>
          change({
            person: people.some(([reference]) => reference === chosen) ? chosen : undefined,
            key: keys.some(([reference]) => reference === chosen) ? chosen : undefined,
          })
        }
      />
    </FilterOf>
  );
}

function sentenceOf(entry: AuditEntry): string {
  const { action, target, targetName, before, after } = entry;
  return describeEntry(action, { who: actorOf(entry), target: targetName ?? target, before, after });
}

/** Who acted: a person, a key or the platform. */
const actorOf = ({ who, key }: AuditEntry) =>
  who?.name ?? (key === null ? "The platform" : `Key ${key.name}`);

function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { at, who, key, address, environment, action, target, before, after } = entry;
  return (
    <Dialog title="Details" onClose={onClose} size="large">
      <p className="name" dir="auto">
        {sentenceOf(entry)}
      </p>
      <Facts
        facts={[
          ["Who", who === null ? actorOf(entry) : `${who.name} (${who.email})`],
          ["Key", key?.reference, "code"],
          ["When", at, "time"],
          ["IP address", address],
          ["Environment", environment && { test: "Test", live: "Live" }[environment]],
          ["Action", action],
          ["Target", target, "code"],
          ["Before", before && <Changed facts={before} />],
          ["After", after && <Changed facts={after} />],
        ]}
      />
    </Dialog>
  );
}

/** The facts, one a line. */
function Changed({ facts }: { facts: Record<string, unknown> }) {
  return (
    <ul>
      {Object.entries(facts).map(([name, value]) => (
        <li key={name}>
          <Code>{name}</Code> {describeFact(value)}
        </li>
      ))}
    </ul>
  );
}

function describeFact(value: unknown): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return "—";
  return Array.isArray(value) ? value.join(", ") : String(value);
}
