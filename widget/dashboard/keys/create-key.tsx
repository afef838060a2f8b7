import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { api, dataOf } from "../api/client.ts";
import type { ApiKeyWithSecret } from "../api/types.ts";
import { useMay } from "../api/permissions.ts";
import { Checkbox } from "../components/forms/checkbox.tsx";
import { Dialog, SubmitActions } from "../components/layout/dialog.tsx";
import { Form } from "../components/forms/form.tsx";
import { Switch } from "../components/forms/switch.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { keyTexts as texts } from "../texts/keys.ts";
import { linesOf, wrongLine } from "./network-list.ts";
import { NetworksField } from "./networks-field.tsx";
import { allScopes, moneyScopes, resources } from "./scopes.ts";

/** Asks what a new key may do and from where, and creates it. */
export function CreateKey({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (key: ApiKeyWithSecret) => void;
}) {
  const environment = useEnvironment();
  const queryClient = useQueryClient();
  const [isAll, setAll] = useState(true);
  const [chosen, setChosen] = useState<string[]>([]);
  const [networks, setNetworks] = useState("");
  // In live, who may not pay makes no key that pays.
  const refused: readonly string[] = useMay("pay") || environment === "test" ? [] : moneyScopes;
  const scopes = isAll ? allScopes.filter((scope) => !refused.includes(scope)) : chosen;
  const create = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST("/{environment}/keys", {
          params: { path: { environment } },
          body: { scopes: scopes as "kyc:read"[], allowedCidrs: linesOf(networks) },
        }),
      ),
    onSuccess: (key) => {
      void queryClient.invalidateQueries({ queryKey: [environment, "keys"] });
      onCreated(key);
    },
  });
  const canCreate = scopes.length > 0 && wrongLine(linesOf(networks)) === undefined;
  return (
    <Dialog title={texts.create} isOpen onClose={onClose} isDismissable={false}>
      <Form onSubmit={() => create.mutate()} error={create.error}>
        <fieldset className="keys-fieldset">
          <legend>{texts.scopes.legend}</legend>
          <Switch label={texts.scopes.all} isSelected={isAll} onChange={setAll} />
          {!isAll && (
            <>
              <p className="field-description">{texts.scopes.none}</p>
              <ScopeTable chosen={chosen} refused={refused} onChange={setChosen} />
            </>
          )}
          {refused.length > 0 && <p className="field-description">{texts.scopes.refused}</p>}
        </fieldset>
        <NetworksField value={networks} onChange={setNetworks} />
        <SubmitActions onCancel={onClose} isPending={create.isPending} isDisabled={!canCreate}>
          {texts.create}
        </SubmitActions>
      </Form>
    </Dialog>
  );
}

function ScopeTable({
  chosen,
  refused,
  onChange,
}: {
  chosen: string[];
  refused: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const change = (scope: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, scope] : chosen.filter((other) => other !== scope));
  return (
    <div className="keys-scopes">
      {resources.map(([resource, verbs]) => {
        const name = texts.scopes.resources[resource]!;
        return (
          <Fragment key={resource}>
            <span className="keys-scopes-name">{name}</span>
            {(["read", "write"] as const).map((verb) => {
              const scope = `${resource}:${verb}`;
              if (!(verbs as readonly string[]).includes(verb)) return <span key={verb} />;
              return (
                <Checkbox
                  key={verb}
                  label={texts.scopes[verb]}
                  aria-label={`${name}: ${texts.scopes[verb]}`}
                  isSelected={chosen.includes(scope)}
                  isDisabled={refused.includes(scope)}
                  onChange={(isOn) => change(scope, isOn)}
                />
              );
            })}
          </Fragment>
        );
      })}
    </div>
  );
}
