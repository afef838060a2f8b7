import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AuditEntry } from "../api/types.ts";
import { Badge } from "../components/values/badge.tsx";
import { Button } from "../components/forms/button.tsx";
import { DescriptionList } from "../components/values/description-list.tsx";
import { Dialog } from "../components/layout/dialog.tsx";
import { EmptyList } from "../components/lists/empty-list.tsx";
import { FilterOf, Filters, SelectFilter, useFilters } from "../components/lists/filters.tsx";
import { List, type Column } from "../components/lists/list.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { PeriodFilter } from "../components/lists/period-filter.tsx";
import { Select } from "../components/forms/select.tsx";
import { Time } from "../components/values/time.tsx";
import { nameOf } from "../keys/key-name.ts";
import { keysQuery } from "../keys/keys-queries.ts";
import { membersQuery } from "../members/members-queries.ts";
import { auditActions, auditTexts as texts, describeEntry } from "../texts/audit-log.ts";
import { words } from "../texts/words.ts";
import { auditLogQuery } from "./audit-log-queries.ts";
import "./audit-log.css";

export function AuditLog() {
  const { search } = useFilters();
  const page = useQuery(auditLogQuery(search));
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
    { heading: texts.when, cell: ({ at }) => <Time at={at} isReal /> },
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
        <ActorFilter />
        <SelectFilter name="action" label={texts.action} options={auditActions} />
        <PeriodFilter label={texts.when} isReal />
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

/** Who acted: a person or a key, of either environment. */
function ActorFilter() {
  const { search, change } = useFilters();
  const members = useQuery(membersQuery);
  const testKeys = useQuery(keysQuery("test"));
  const liveKeys = useQuery(keysQuery("live"));
  const people = (members.data ?? []).map(({ reference, name }) => [reference, name] as const);
  const keys = [liveKeys, testKeys]
    .flatMap(({ data }) => data?.items ?? [])
    .map((key) => [key.reference, texts.key(nameOf(key))] as const);
  return (
    <FilterOf names={["person", "key"]}>
      <Select
        label={texts.actor}
        isInline
        value={search["person"] ?? search["key"] ?? "all"}
        options={[["all", words.all], ...people, ...keys]}
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
  who?.name ?? (key === null ? texts.operator : texts.key(key.name));

function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { at, who, key, address, environment, action, target, before, after } = entry;
  return (
    <Dialog title={texts.details} isOpen onClose={onClose} size="large">
      <p className="audit-log-head" dir="auto">
        {sentenceOf(entry)}
      </p>
      <DescriptionList
        entries={[
          [texts.actor, who === null ? actorOf(entry) : `${who.name} (${who.email})`],
          [
            texts.keyReference,
            key === null ? undefined : (
              <code translate="no" key="key">
                {key.reference}
              </code>
            ),
          ],
          [texts.at, <Time key="at" at={at} isFull />],
          [texts.address, address ?? undefined],
          [texts.environment, environment === null ? undefined : words[environment]],
          [texts.action, action],
          [
            texts.target,
            <code translate="no" key="target">
              {target}
            </code>,
          ],
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
          <code translate="no">{name}</code> {describeFact(value)}
        </li>
      ))}
    </ul>
  );
}

function describeFact(value: unknown): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return texts.nothing;
  return Array.isArray(value) ? value.join(", ") : String(value);
}
