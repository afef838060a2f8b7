import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "../api/permissions.ts";
import { post, useChange } from "../api/change.ts";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Form } from "../components/forms/form.tsx";
import { formatMoney } from "../components/values/money.tsx";
import { Section } from "../components/layout/section.tsx";
import { Select } from "../components/forms/select.tsx";
import { itemsOf } from "../components/lists/list-section.tsx";
import { Loaded } from "../components/messages/loaded.tsx";
import { openAccountsQuery } from "./sandbox-queries.ts";

const scenarios = {
  exact: "Pays the exact amount",
  half: "Pays half",
  double: "Pays double",
  late: "Pays after the account expires",
  twice: "Pays the exact amount twice",
  duplicate: "Bank reports one payment twice",
};
const path = { environment: "test" } as const;

type Scenario = keyof typeof scenarios;

/** Simulates a payment into an open test account, correct or not. */
export function PlayPayer() {
  const mayDevelop = useMay("develop");
  const found = useQuery({ ...openAccountsQuery, select: itemsOf });
  const [chosen, setChosen] = useState<string>();
  const [scenario, setScenario] = useState<Scenario>("exact");
  const account = found.data?.find(({ reference }) => reference === chosen) ?? found.data?.[0];
  const pay = useChange(
    async (senderName: string) => {
      const { value, currency } = account!.amount;
      const factor = { half: 0.5, double: 2 }[scenario as string];
      const payment = {
        virtualAccountReference: account!.reference,
        ...(factor !== undefined && {
          amount: { value: Math.max(1, Math.floor(value * factor)), currency: currency as "NGN" },
        }),
        late: scenario === "late",
        duplicate: scenario === "duplicate",
        ...(senderName !== "" && { senderName }),
      };
      const simulate = (again: boolean) =>
        post("/{environment}/sandbox/simulate/collection-success", path, { ...payment, again });
      const paid = await simulate(false);
      return scenario === "twice" ? simulate(true) : paid;
    },
    { reload: [["test"]], done: "Payment received" },
  );
  const open = useChange(
    () =>
      post("/{environment}/virtual-accounts", path, {
        customerEmail: "payer@example.com",
        amount: { value: 500_000, currency: "NGN" },
      }),
    {
      reload: [["test"]],
      done: "Account opened",
      onDone: ({ reference }) => setChosen(reference),
      saysRefusal: true,
    },
  );
  if (!mayDevelop) return undefined;
  const opening = (
    <Button icon="plus" isPending={open.isPending} onPress={() => open.mutate()}>
      Open an account for ₦5,000
    </Button>
  );
  return (
    <Section
      title="Simulate a payment"
      text="Pays into one of your open test accounts. We credit the money and notify your webhook."
      actions={opening}
    >
      <Loaded query={found}>
        {(accounts) =>
          account === undefined ? (
            <p className="soft">No open accounts. Create one with the API, or here.</p>
          ) : (
            <div className="narrow">
              <Form onSubmit={({ senderName = "" }) => pay.mutate(senderName.trim())} error={pay.error}>
                <Select
                  label="Virtual account"
                  value={account.reference}
                  onChange={setChosen}
                  options={accounts.map(({ reference, accountNumber, amount }) => [
                    reference,
                    `${accountNumber}, expects ${formatMoney(amount)}`,
                  ])}
                />
                <Select
                  label="Scenario"
                  value={scenario}
                  onChange={setScenario}
                  options={Object.entries(scenarios) as [Scenario, string][]}
                />
                <TextField name="senderName" label="Sender’s name" isOptional />
                <div>
                  <Button kind="primary" type="submit" isPending={pay.isPending}>
                    Pay
                  </Button>
                </div>
              </Form>
            </div>
          )
        }
      </Loaded>
    </Section>
  );
}
