import { useState } from "react";
import { useMay } from "../api/permissions.ts";
import type { ApiKey, ApiKeyWithSecret } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import type { Column } from "../components/lists/list.tsx";
import { ListScreen } from "../components/lists/list-screen.tsx";
import { Badge } from "../components/values/badge.tsx";
import { Code, Soft } from "../components/values/text.tsx";
import { Time } from "../components/values/time.tsx";
import { CreateButton } from "../verification/create-button.tsx";
import { LiveNeedsApproval } from "../verification/live-needs-approval.tsx";
import { EditNetworks, RevokeKey, RotateKey } from "./change-key.tsx";
import { CreateKey } from "./create-key.tsx";
import { nameOf } from "./key-name.ts";
import { keysQuery } from "./keys-queries.ts";
import { allScopes, approveScope, moneyScopes } from "./scopes.ts";
import { ShowAll } from "./show-all.tsx";
import { ShowSecret } from "./show-secret.tsx";
import { useGrants } from "./use-grants.ts";
import "./keys.css";

type Open =
  | { what: "create" }
  | { what: "rotate" | "edit" | "revoke"; apiKey: ApiKey }
  | { what: "secret"; created: ApiKeyWithSecret };

export function KeysList() {
  const mayDevelop = useMay("develop");
  const grants = useGrants();
  const ungrantable = [...(grants.money ? [] : moneyScopes), ...(grants.approval ? [] : [approveScope])];
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const show = (created: ApiKeyWithSecret) => setOpen({ what: "secret", created });
  return (
    <ListScreen
      title="API keys"
      text="Your server calls the API with a secret key. Each key works in one environment and can only do what its permissions allow."
      actions={
        <CreateButton may="develop" icon="plus" onPress={() => setOpen({ what: "create" })}>
          Create key
        </CreateButton>
      }
      notice={<LiveNeedsApproval what="API keys" />}
      caption="API keys, active first"
      query={keysQuery}
      columns={mayDevelop ? [...columns, actionsOf(setOpen, ungrantable)] : columns}
      icon="key"
      things="keys"
      emptyText="Create one to call the API from your server. You’ll see its secret once."
    >
      {open?.what === "create" && <CreateKey onClose={close} onCreated={show} />}
      {open?.what === "rotate" && <RotateKey apiKey={open.apiKey} onClose={close} onRotated={show} />}
      {open?.what === "edit" && <EditNetworks apiKey={open.apiKey} onClose={close} />}
      {open?.what === "revoke" && <RevokeKey apiKey={open.apiKey} onClose={close} />}
      {open?.what === "secret" && (
        <ShowSecret
          name="Secret key"
          text="You won’t be able to see it again. Store it where only your server can read it, never in a browser, an app or a repository."
          secret={open.created.secretKey}
          onClose={close}
        />
      )}
    </ListScreen>
  );
}

const columns: Column<ApiKey>[] = [
  {
    heading: "Key",
    isMain: true,
    cell: (apiKey) => (
      <span className="wrap">
        <Code>{nameOf(apiKey)}</Code>
        {apiKey.status === "expired" && <Badge>Expired</Badge>}
        {apiKey.status === "revoked" && <Badge>Revoked</Badge>}
        {apiKey.status === "active" && apiKey.expiresAt !== undefined && (
          <Badge colour="amber">
            Expires <Time at={apiKey.expiresAt} />
          </Badge>
        )}
      </span>
    ),
  },
  {
    heading: "Permissions",
    isNamed: true,
    cell: ({ scopes, ...apiKey }) => (
      <ShowAll
        label={`Permissions of ${nameOf(apiKey)}`}
        text={
          scopes.length >= allScopes.length
            ? "All permissions"
            : `${scopes.length} of ${allScopes.length} permissions`
        }
        values={scopes}
      />
    ),
  },
  {
    heading: "IP addresses",
    isNamed: true,
    cell: ({ allowedCidrs, ...apiKey }) =>
      allowedCidrs.length === 0 ? (
        <Soft>Any IP</Soft>
      ) : (
        <ShowAll
          label={`IP addresses of ${nameOf(apiKey)}`}
          text={allowedCidrs.length === 1 ? "1 IP range" : `${allowedCidrs.length} IP ranges`}
          values={allowedCidrs}
        />
      ),
  },
  {
    heading: "Last used",
    isNamed: true,
    cell: ({ lastUsedAt, lastUsedAddress }) =>
      lastUsedAt === undefined ? (
        <Soft>Never</Soft>
      ) : (
        <>
          <Time at={lastUsedAt} isReal /> {lastUsedAddress && <Soft>from {lastUsedAddress}</Soft>}
        </>
      ),
  },
  { heading: "Created", isExtra: true, cell: ({ createdAt }) => <Time at={createdAt} isReal /> },
];

const actions = [
  ["edit", "IP addresses"],
  ["rotate", "Rotate"],
  ["revoke", "Revoke"],
] as const;

const actionsOf = (setOpen: (open: Open) => void, ungrantable: readonly string[]): Column<ApiKey> => ({
  heading: "Actions",
  isActions: true,
  cell: (apiKey) =>
    apiKey.status === "active" && (
      <span className="list-buttons wrap">
        {actions
          // A rotation grants the key's permissions again.
          .filter(
            ([what]) => what !== "rotate" || !apiKey.scopes.some((scope) => ungrantable.includes(scope)),
          )
          .map(([what, text]) => (
            <Button
              key={what}
              size="small"
              kind="quiet"
              aria-label={`${text}: ${nameOf(apiKey)}`}
              onPress={() => setOpen({ what, apiKey })}
            >
              {text}
            </Button>
          ))}
      </span>
    ),
});
