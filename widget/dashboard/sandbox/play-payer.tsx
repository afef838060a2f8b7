import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../api/client.ts";
import { useMay } from "../api/permissions.ts";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Form } from "../components/forms/form.tsx";
import { formatMoney } from "../components/values/money.tsx";
import { Section } from "../components/layout/section.tsx";
import { Select } from "../components/forms/select.tsx";
import { ErrorState, Skeleton } from "../components/messages/states.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { sandboxTexts } from "../texts/sandbox.ts";
import { openAccountsQuery } from "./sandbox-queries.ts";

const texts = sandboxTexts.payer;
const path = { environment: "test" } as const;

type Scenario = keyof typeof texts.scenarios;

/** Pays into an open test account as a payer would, well or badly. */
export function PlayPayer() {
  const mayDevelop = useMay("develop");
  const queryClient = useQueryClient();
  const found = useQuery(openAccountsQuery);
  const accounts = found.data;
  const [chosen, setChosen] = useState<string>();
  const [scenario, setScenario] = useState<Scenario>("exact");
  const account = accounts?.find(({ reference }) => reference === chosen) ?? accounts?.[0];
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ["test"] });
  const pay = useMutation({
    mutationFn: (senderName: string) => {
      const { value, currency } = account!.amount;
      const factor = { half: 0.5, double: 2 }[scenario as string];
      return dataOf(
        api.POST("/{environment}/sandbox/simulate/collection-success", {
          params: { path },
          body: {
            virtualAccountReference: account!.reference,
            ...(factor !== undefined && {
              amount: { value: Math.max(1, Math.floor(value * factor)), currency: currency as "NGN" },
            }),
            late: scenario === "late",
            duplicate: scenario === "duplicate",
            ...(senderName !== "" && { senderName }),
          },
        }),
      );
    },
    onSuccess: () => {
      refresh();
      toast(texts.paid);
    },
  });
  const open = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST("/{environment}/virtual-accounts", {
          params: { path },
          body: { customerEmail: "payer@example.com", amount: { value: 500_000, currency: "NGN" } },
        }),
      ),
    onSuccess: ({ reference }) => {
      setChosen(reference);
      refresh();
      toast(texts.opened);
    },
    onError: (error) => toast(error),
  });
  if (!mayDevelop) return undefined;
  const opening = (
    <Button icon="plus" isPending={open.isPending} onPress={() => open.mutate()}>
      {texts.open}
    </Button>
  );
  return (
    <Section title={texts.title} text={texts.text} actions={opening}>
      {found.isError && accounts === undefined ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : accounts === undefined ? (
        <Skeleton width={30} />
      ) : account === undefined ? (
        <p className="list-soft">{texts.none}</p>
      ) : (
        <div className="sandbox-form">
          <Form onSubmit={({ senderName = "" }) => pay.mutate(senderName.trim())} error={pay.error}>
            <Select
              label={texts.account}
              value={account.reference}
              onChange={setChosen}
              options={accounts.map(({ reference, accountNumber, amount }) => [
                reference,
                texts.accountOf(accountNumber, formatMoney(amount)),
              ])}
            />
            <Select
              label={texts.scenario}
              value={scenario}
              onChange={setScenario}
              options={Object.entries(texts.scenarios) as [Scenario, string][]}
            />
            <TextField name="senderName" label={texts.sender} isOptional />
            <div>
              <Button kind="primary" type="submit" isPending={pay.isPending}>
                {texts.pay}
              </Button>
            </div>
          </Form>
        </div>
      )}
    </Section>
  );
}
