import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AuditEntry } from "../api/types.ts";
import { Badge } from "../components/badge.tsx";
import { Button } from "../components/button.tsx";
import { DescriptionList } from "../components/description-list.tsx";
import { Dialog } from "../components/dialog.tsx";
import { EmptyList } from "../components/empty-list.tsx";
import { Filters, SelectFilter, useFilters } from "../components/filters.tsx";
import { List, type Column } from "../components/list.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Time } from "../components/time.tsx";
import { membersQuery } from "../people/members-queries.ts";
import { auditActions, auditTexts as texts, describeEntry } from "../texts/audit-log.ts";
import { words } from "../texts/words.ts";
import { auditLogQuery } from "./audit-log-queries.ts";
import "./audit-log.css";

export function AuditLog() {
  const { search } = useFilters();
  const page = useQuery(auditLogQuery(search));
  const members = useQuery(membersQuery);
  const [shown, setShown] = useState<AuditEntry>();
  const columns: Column<AuditEntry>[] = [
    {
      heading: texts.what,
      isMain: true,
      isWide: true,
      cell: (entry) => (
        <span className="audit-log-sentence">
          <span className="audit-log-text" dir="auto">
            {sentenceOf(entry)}
          </span>
          {entry.environment === "test" && <Badge colour="amber">{words.testMark}</Badge>}
        </span>
      ),
    },
    { heading: texts.when, cell: ({ at }) => <Time at={at} /> },
    {
      heading: texts.details,
      isActions: true,
      cell: (entry) => (
        <Button
          size="small"
          kind="quiet"
          aria-label={texts.detailsOf(sentenceOf(entry))}
          onPress={() => setShown(entry)}
        >
          {texts.details}
        </Button>
      ),
    },
  ];
  return (
    <>
      <PageHeader title={texts.title} text={texts.text} />
      <Filters>
        <SelectFilter
          name="person"
          label={texts.person}
          options={(members.data ?? []).map(({ reference, name }) => [reference, name] as const)}
        />
        <SelectFilter name="action" label={texts.action} options={auditActions} />
      </Filters>
      <List
        caption={texts.caption}
        page={page}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<EmptyList icon="audit" texts={texts} />}
      />
      {shown && <EntryDialog entry={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

function sentenceOf({ action, who, target, targetName, before, after }: AuditEntry): string {
  const names = { who: who?.name ?? texts.operator, target: targetName ?? target };
  return describeEntry(action, { ...names, before, after });
}

function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { at, who, address, environment, action, target, before, after } = entry;
  return (
    <Dialog title={texts.details} isOpen onClose={onClose} size="large">
      <p className="audit-log-head" dir="auto">
        {sentenceOf(entry)}
      </p>
      <DescriptionList
        entries={[
          [texts.actor, who === null ? texts.operator : `${who.name} (${who.email})`],
          [texts.at, <Time key="at" at={at} isFull />],
          [texts.address, address ?? undefined],
          [texts.environment, environment === null ? undefined : words[environment]],
          [texts.action, action],
          [texts.target, <code key="target">{target}</code>],
          [texts.before, before === null ? undefined : <Facts key="before" facts={before} />],
          [texts.after, after === null ? undefined : <Facts key="after" facts={after} />],
        ]}
      />
    </Dialog>
  );
}

/** What was true, a line each. */
function Facts({ facts }: { facts: Record<string, unknown> }) {
  return (
    <ul className="audit-log-facts">
      {Object.entries(facts).map(([name, value]) => (
        <li key={name}>
          <code>{name}</code> {describeFact(value)}
        </li>
      ))}
    </ul>
  );
}

function describeFact(value: unknown): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return texts.nothing;
  return Array.isArray(value) ? value.join(", ") : String(value);
}
