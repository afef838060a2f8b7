import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../api/client.ts";
import { useMay } from "../api/permissions.ts";
import { Button } from "../components/forms/button.tsx";
import { DescriptionList } from "../components/values/description-list.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Form } from "../components/forms/form.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Section } from "../components/layout/section.tsx";
import { EmptyState, ErrorState, Skeleton } from "../components/messages/states.tsx";
import { Switch } from "../components/forms/switch.tsx";
import { Time } from "../components/values/time.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { sandboxTexts as texts } from "../texts/sandbox.ts";
import { BadDays } from "./bad-days.tsx";
import { PlayPayer } from "./play-payer.tsx";
import { clockQuery } from "./sandbox-queries.ts";
import "./sandbox.css";

const path = { environment: "test" } as const;

export function Sandbox() {
  if (useEnvironment() === "live") {
    return (
      <>
        <PageHeader title={texts.title} />
        <EmptyState icon="sandbox" title={texts.liveTitle}>
          {texts.liveText}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader title={texts.title} text={texts.text} />
      <Clock />
      <PlayPayer />
      <PayCrypto />
      <BadDays />
    </>
  );
}

function Clock() {
  const mayDevelop = useMay("develop");
  const queryClient = useQueryClient();
  const clock = useQuery(clockQuery);
  const [minutes, setMinutes] = useState("");
  const advance = useMutation({
    mutationFn: (by: number) =>
      dataOf(api.POST("/{environment}/sandbox/clock/advance", { params: { path }, body: { minutes: by } })),
    onSuccess: () => {
      // Everything in test may be different now.
      void queryClient.invalidateQueries({ queryKey: ["test"] });
      toast(texts.clock.done);
    },
    onError: (error) => toast(error),
  });
  const custom = Number(minutes);
  return (
    <Section title={texts.clock.title} text={texts.clock.text}>
      {clock.isError && clock.data === undefined ? (
        <ErrorState error={clock.error} onRetry={() => void clock.refetch()} />
      ) : (
        <DescriptionList
          entries={[
            [
              texts.clock.now,
              clock.data === undefined ? (
                <Skeleton key="now" />
              ) : (
                <Time key="now" at={clock.data.now} isFull />
              ),
            ],
            [
              texts.clock.ahead,
              clock.data === undefined ? (
                <Skeleton key="ahead" />
              ) : clock.data.offsetMinutes === 0 ? (
                texts.clock.notAhead
              ) : (
                texts.clock.minutes(clock.data.offsetMinutes)
              ),
            ],
          ]}
        />
      )}
      {mayDevelop && (
        <div className="sandbox-row">
          {texts.clock.steps.map(([by, text]) => (
            <Button key={by} icon="plus" isDisabled={advance.isPending} onPress={() => advance.mutate(by)}>
              {text}
            </Button>
          ))}
          <div className="sandbox-custom">
            <div className="sandbox-minutes">
              <TextField
                label={texts.clock.custom}
                value={minutes}
                onChange={setMinutes}
                inputMode="numeric"
              />
            </div>
            <Button
              isPending={advance.isPending}
              isDisabled={!(Number.isInteger(custom) && custom >= 1)}
              onPress={() => advance.mutate(custom)}
            >
              {texts.clock.advance}
            </Button>
          </div>
        </div>
      )}
    </Section>
  );
}

function PayCrypto() {
  const mayDevelop = useMay("develop");
  const queryClient = useQueryClient();
  const [isFinal, setFinal] = useState(true);
  const pay = useMutation({
    mutationFn: (reference: string) =>
      dataOf(
        api.POST("/{environment}/sandbox/simulate/crypto-payment", {
          params: { path },
          body: { reference, confirmNow: isFinal },
        }),
      ),
    onSuccess: ({ status }) => {
      void queryClient.invalidateQueries({ queryKey: ["test"] });
      toast(texts.crypto.done(status));
    },
  });
  if (!mayDevelop) return undefined;
  return (
    <Section title={texts.crypto.title}>
      <div className="sandbox-form">
        <Form onSubmit={({ reference = "" }) => pay.mutate(reference.trim())} error={pay.error}>
          <TextField
            name="reference"
            label={texts.crypto.reference}
            description={texts.crypto.description}
            isCode
            isRequired
          />
          <Switch
            label={texts.crypto.isFinal}
            description={texts.crypto.isFinalText}
            isSelected={isFinal}
            onChange={setFinal}
          />
          <div>
            <Button type="submit" isPending={pay.isPending}>
              {texts.crypto.pay}
            </Button>
          </div>
        </Form>
      </div>
    </Section>
  );
}
