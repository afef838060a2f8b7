import { Fragment, useState } from "react";
import { post, useChange } from "../api/change.ts";
import type { ApiKeyWithSecret } from "../api/types.ts";
import { Checkbox } from "../components/forms/checkbox.tsx";
import { FormDialog } from "../components/layout/dialog.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { keysQuery } from "./keys-queries.ts";
import { linesOf, wrongLine } from "./network-list.ts";
import { NetworksField } from "./networks-field.tsx";
import { allScopes, approveScope, moneyScopes, requestScopes, resources } from "./scopes.ts";
import { useGrants } from "./use-grants.ts";

type CreateKeyProps = { onClose: () => void; onCreated: (key: ApiKeyWithSecret) => void };

/** Creates a key with the chosen permissions and networks. */
export function CreateKey({ onClose, onCreated }: CreateKeyProps) {
  const environment = useEnvironment();
  const [isAll, setAll] = useState(true);
  const [chosen, setChosen] = useState<string[]>([]);
  const [networks, setNetworks] = useState("");
  const grants = useGrants();
  const refused: readonly string[] = grants.money ? [] : moneyScopes;
  const approves = chosen.includes(approveScope);
  const requests = requestScopes.some((scope) => chosen.includes(scope));
  const scopes = isAll ? allScopes.filter((scope) => !refused.includes(scope)) : chosen;
  const create = useChange(
    () =>
      post(
        "/{environment}/keys",
        { environment },
        { scopes: scopes as "kyc:read"[], allowedCidrs: linesOf(networks) },
      ),
    { reload: [keysQuery(environment).queryKey], onDone: onCreated },
  );
  return (
    <FormDialog
      title="Create key"
      submit="Create key"
      change={{ ...create, mutate: () => create.mutate() }}
      isDisabled={scopes.length === 0 || wrongLine(linesOf(networks)) !== undefined}
      onClose={onClose}
    >
      <fieldset className="stack">
        <legend className="field-label">Permissions</legend>
        <Checkbox label="All permissions" isSelected={isAll} onChange={setAll} />
        {!isAll && (
          <>
            <p className="note">Choose at least one.</p>
            <ScopeTable
              chosen={chosen}
              refused={approves ? [...refused, ...requestScopes] : refused}
              onChange={setChosen}
            />
            <Checkbox
              label="Approve payments"
              description={
                grants.approval
                  ? "Approves and rejects payments that wait for it. Such a key can’t write payouts, refunds or unmatched payments, so that it never approves its own."
                  : "Only owners can create live keys that approve payments."
              }
              isSelected={approves}
              isDisabled={requests || !grants.approval}
              onChange={(isOn) =>
                setChosen(isOn ? [...chosen, approveScope] : chosen.filter((scope) => scope !== approveScope))
              }
            />
          </>
        )}
        {refused.length > 0 && (
          <p className="note">Only owners can create live keys that write payouts or payout accounts.</p>
        )}
      </fieldset>
      <NetworksField value={networks} onChange={setNetworks} />
    </FormDialog>
  );
}

type ScopeTableProps = {
  chosen: string[];
  refused: readonly string[];
  onChange: (chosen: string[]) => void;
};

const verbs = [
  ["read", "Read"],
  ["write", "Write"],
] as const;

function ScopeTable({ chosen, refused, onChange }: ScopeTableProps) {
  const change = (scope: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, scope] : chosen.filter((other) => other !== scope));
  return (
    <div className="keys-scopes box">
      {resources.map(([resource, allowed, name]) => (
        <Fragment key={resource}>
          <span>{name}</span>
          {verbs.map(([verb, text]) => {
            const scope = `${resource}:${verb}`;
            if (!(allowed as readonly string[]).includes(verb)) return <span key={verb} />;
            return (
              <Checkbox
                key={verb}
                label={text}
                aria-label={`${name}: ${text}`}
                isSelected={chosen.includes(scope)}
                isDisabled={refused.includes(scope)}
                onChange={(isOn) => change(scope, isOn)}
              />
            );
          })}
        </Fragment>
      ))}
    </div>
  );
}
