import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "../api/permissions.ts";
import { post, useChange } from "../api/change.ts";
import { Button } from "../components/forms/button.tsx";
import { Facts } from "../components/values/facts.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Form } from "../components/forms/form.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Section } from "../components/layout/section.tsx";
import { EmptyState } from "../components/messages/states.tsx";
import { Checkbox } from "../components/forms/checkbox.tsx";
import { Loaded } from "../components/messages/loaded.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { FailureScenarios } from "./failure-scenarios.tsx";
import { PlayPayer } from "./play-payer.tsx";
import { clockQuery } from "./sandbox-queries.ts";
import "./sandbox.css";

const path = { environment: "test" } as const;

export function Sandbox() {
  if (useEnvironment() === "live") {
    return (
      <>
        <PageHeader title="Sandbox" />
        <EmptyState icon="sandbox" title="The sandbox is only available in test mode">
          Switch to Test above to simulate payments, failures and time.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader
        title="Sandbox"
        text="Simulate payments, failures and the passing of time. Nothing here affects live."
      />
      <Clock />
      <PlayPayer />
      <PayCrypto />
      <FailureScenarios />
    </>
  );
}

const steps = [
  [30, "30 minutes"],
  [1_440, "1 day"],
  [10_080, "1 week"],
] as const;

/** Minutes as days, hours and minutes: 1 d 2 h. */
function durationOf(count: number): string {
  const days = Math.floor(count / 1_440);
  const hours = Math.floor((count % 1_440) / 60);
  return [days > 0 && `${days} d`, hours > 0 && `${hours} h`, count % 60 > 0 && `${count % 60} min`]
    .filter(Boolean)
    .join(" ");
}

function Clock() {
  const mayDevelop = useMay("develop");
  const clock = useQuery(clockQuery);
  const [minutes, setMinutes] = useState("");
  const advance = useChange(
    (by: number) => post("/{environment}/sandbox/clock/advance", path, { minutes: by }),
    // Anything in test mode may have changed.
    { reload: [["test"]], done: "Test clock moved. Whatever was due is happening now.", saysRefusal: true },
  );
  const custom = Number(minutes);
  return (
    <Section
      title="Test clock"
      text="Accounts expire after minutes and retries take days. Move your test time forward, and whatever is due by then happens now. It can’t go back."
    >
      <Loaded query={clock}>
        {({ now, offsetMinutes }) => (
          <Facts
            facts={[
              ["Test time", now, "time"],
              ["Ahead of real time", offsetMinutes === 0 ? "Not ahead" : durationOf(offsetMinutes)],
            ]}
          />
        )}
      </Loaded>
      {mayDevelop && (
        <div className="sandbox-clock wrap">
          {steps.map(([by, text]) => (
            <Button key={by} icon="plus" isDisabled={advance.isPending} onPress={() => advance.mutate(by)}>
              {text}
            </Button>
          ))}
          <div className="sandbox-minutes row">
            <TextField label="Minutes" value={minutes} onChange={setMinutes} inputMode="numeric" />
            <Button
              isPending={advance.isPending}
              isDisabled={!(Number.isInteger(custom) && custom >= 1)}
              onPress={() => advance.mutate(custom)}
            >
              Move forward
            </Button>
          </div>
        </div>
      )}
    </Section>
  );
}

function PayCrypto() {
  const mayDevelop = useMay("develop");
  const [isFinal, setFinal] = useState(true);
  const pay = useChange(
    (reference: string) =>
      post("/{environment}/sandbox/simulate/crypto-payment", path, { reference, confirmNow: isFinal }),
    { reload: [["test"]], done: ({ status }) => `Done. The collection is ${status}.` },
  );
  if (!mayDevelop) return undefined;
  return (
    <Section title="Simulate a crypto payment">
      <div className="narrow">
        <Form onSubmit={({ reference = "" }) => pay.mutate(reference.trim())} error={pay.error}>
          <TextField
            name="reference"
            label="Collection"
            description="The reference of a crypto collection, col_…"
            isCode
            isRequired
          />
          <Checkbox
            label="The transaction is final"
            description="Off: it’s seen on chain but not credited yet."
            isSelected={isFinal}
            onChange={setFinal}
          />
          <div>
            <Button type="submit" isPending={pay.isPending}>
              Pay collection
            </Button>
          </div>
        </Form>
      </div>
    </Section>
  );
}
