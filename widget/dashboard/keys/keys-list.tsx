import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiKey, ApiKeyWithSecret } from "../api/types.ts";
import { useMay } from "../api/permissions.ts";
import { Badge } from "../components/values/badge.tsx";
import { Button } from "../components/forms/button.tsx";
import { List, type Column } from "../components/lists/list.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { EmptyState } from "../components/messages/states.tsx";
import { Time } from "../components/values/time.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { keyTexts as texts } from "../texts/keys.ts";
import { LiveNeedsApproval, useIsOpen } from "../verification/live-needs-approval.tsx";
import { EditNetworks, RevokeKey, RotateKey } from "./change-key.tsx";
import { CreateKey } from "./create-key.tsx";
import { nameOf } from "./key-name.ts";
import { keysQuery } from "./keys-queries.ts";
import { allScopes } from "./scopes.ts";
import { ShowAll } from "./show-all.tsx";
import { ShowSecret } from "./show-secret.tsx";
import "./keys.css";

type Open =
  | { what: "create" }
  | { what: "rotate" | "edit" | "revoke"; apiKey: ApiKey }
  | { what: "secret"; created: ApiKeyWithSecret };

export function KeysList() {
  const environment = useEnvironment();
  const mayDevelop = useMay("develop");
  const isOpen = useIsOpen();
  const page = useQuery(keysQuery(environment));
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const create = (
    <Button kind="primary" icon="plus" onPress={() => setOpen({ what: "create" })}>
      {texts.create}
    </Button>
  );
  return (
    <>
      <PageHeader title={texts.title} text={texts.text} actions={mayDevelop && isOpen && create} />
      <LiveNeedsApproval what={texts.title} />
      <List
        caption={texts.list.caption}
        page={page}
        columns={mayDevelop ? [...columns, actionsOf(setOpen)] : columns}
        keyOf={({ reference }) => reference}
        empty={
          <EmptyState
            icon="key"
            title={texts.list.emptyTitle}
            action={mayDevelop && isOpen ? create : undefined}
          >
            {texts.list.emptyText}
          </EmptyState>
        }
      />
      {open?.what === "create" && (
        <CreateKey onClose={close} onCreated={(created) => setOpen({ what: "secret", created })} />
      )}
      {open?.what === "rotate" && (
        <RotateKey
          apiKey={open.apiKey}
          onClose={close}
          onRotated={(created) => setOpen({ what: "secret", created })}
        />
      )}
      {open?.what === "edit" && <EditNetworks apiKey={open.apiKey} onClose={close} />}
      {open?.what === "revoke" && <RevokeKey apiKey={open.apiKey} onClose={close} />}
      {open?.what === "secret" && (
        <ShowSecret
          title={texts.created.title}
          text={texts.created.text}
          name={texts.created.secret}
          secret={open.created.secretKey}
          done={texts.created.done}
          onClose={close}
        />
      )}
    </>
  );
}

const columns: Column<ApiKey>[] = [
  {
    heading: texts.list.key,
    isMain: true,
    cell: (apiKey) => (
      <span className="keys-name">
        <code translate="no">{nameOf(apiKey)}</code>
        {apiKey.status !== "active" && <Badge>{texts.statuses[apiKey.status]}</Badge>}
        {apiKey.status === "active" && apiKey.expiresAt !== undefined && (
          <Badge colour="amber">
            {texts.list.expires} <Time at={apiKey.expiresAt} />
          </Badge>
        )}
      </span>
    ),
  },
  {
    heading: texts.list.scopes,
    isNamed: true,
    cell: (apiKey) => (
      <ShowAll
        label={texts.list.scopesFor(nameOf(apiKey))}
        text={
          apiKey.scopes.length >= allScopes.length
            ? texts.list.allScopes
            : texts.scopesOf(apiKey.scopes.length, allScopes.length)
        }
        values={apiKey.scopes}
      />
    ),
  },
  {
    heading: texts.list.addresses,
    isNamed: true,
    cell: (apiKey) =>
      apiKey.allowedCidrs.length === 0 ? (
        <span className="list-soft">{texts.list.anywhere}</span>
      ) : (
        <ShowAll
          label={texts.list.networksFor(nameOf(apiKey))}
          text={texts.addressesOf(apiKey.allowedCidrs.length)}
          values={apiKey.allowedCidrs}
        />
      ),
  },
  {
    heading: texts.list.lastUsed,
    isNamed: true,
    cell: ({ lastUsedAt, lastUsedAddress }) =>
      lastUsedAt === undefined ? (
        <span className="list-soft">{texts.list.never}</span>
      ) : (
        <>
          <Time at={lastUsedAt} isReal />{" "}
          {lastUsedAddress !== undefined && (
            <span className="list-soft">{texts.list.lastUsedFrom(lastUsedAddress)}</span>
          )}
        </>
      ),
  },
  { heading: texts.list.created, isExtra: true, cell: ({ createdAt }) => <Time at={createdAt} isReal /> },
];

const actionsOf = (setOpen: (open: Open) => void): Column<ApiKey> => ({
  heading: texts.list.actions,
  isActions: true,
  cell: (apiKey) =>
    apiKey.status === "active" && (
      <span className="keys-actions">
        {(["edit", "rotate", "revoke"] as const).map((what) => (
          <Button
            key={what}
            size="small"
            kind="quiet"
            aria-label={`${texts[what].action}: ${nameOf(apiKey)}`}
            onPress={() => setOpen({ what, apiKey })}
          >
            {texts[what].action}
          </Button>
        ))}
      </span>
    ),
});
