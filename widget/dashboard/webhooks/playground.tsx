import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { TextField } from "../components/forms/fields.tsx";
import { CodeBlock } from "../components/values/code-block.tsx";
import { LoadedScreen } from "../components/layout/loaded-screen.tsx";
import { ToList } from "../components/layout/to-list.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Select } from "../components/forms/select.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { playgroundTexts as texts } from "./playground-texts.ts";
import { attemptQuery } from "./webhooks-queries.ts";
import { verifySignature, type Verdict } from "./verify-signature.ts";

/**
 * Says whether a signature fits, and which mistake was made if not. What is pasted stays in this browser. A link from
 * an attempt names it, and its signature and body are filled in.
 */
export function Playground() {
  const { event, attempt } = useSearch({ strict: false }) as { event?: string; attempt?: string };
  return event === undefined || !/^[1-9]\d{0,8}$/.test(attempt ?? "") ? (
    <Fields header="" body="" />
  ) : (
    <OfAttempt event={event} number={Number(attempt)} />
  );
}

function OfAttempt({ event, number }: { event: string; number: number }) {
  const attempt = useQuery(attemptQuery(useEnvironment(), event, number));
  if (attempt.data !== undefined) {
    const { requestHeaders, requestBody } = attempt.data;
    return <Fields header={requestHeaders["x-service-signature"] ?? ""} body={requestBody} isOld />;
  }
  return (
    <LoadedScreen title="Signature playground" parent={toWebhooks} query={attempt}>
      {() => null}
    </LoadedScreen>
  );
}

const toWebhooks = <ToList to="/$environment/developers/webhooks">Webhooks</ToList>;

/** `isOld`: what is filled in was signed some time ago, so its age says nothing. */
function Fields({ isOld = false, ...filled }: { header: string; body: string; isOld?: boolean }) {
  const [header, setHeader] = useState(filled.header);
  const [body, setBody] = useState(filled.body);
  const [secret, setSecret] = useState("");
  const [otherSecret, setOtherSecret] = useState("");
  const [time, setTime] = useState<"now" | "signed">(isOld ? "signed" : "now");
  const [verdict, setVerdict] = useState<Verdict>();
  const isReady = header !== "" && body !== "" && secret !== "";
  useEffect(() => {
    let isStale = false;
    const now = time === "now" ? Date.now() / 1000 : undefined;
    void verifySignature({ header, body, secret, otherSecret }, now).then(
      (found) => !isStale && setVerdict(isReady ? found : undefined),
    );
    return () => {
      isStale = true;
    };
  }, [header, body, secret, otherSecret, time, isReady]);
  return (
    <>
      <PageHeader title={texts.title} text={texts.text} parent={toWebhooks} />
      <div className="medium stack">
        <TextField
          label={texts.header}
          placeholder={texts.headerPlaceholder}
          value={header}
          onChange={setHeader}
          isCode
          rows={2}
        />
        <TextField label={texts.body} value={body} onChange={setBody} isCode rows={7} />
        <TextField
          label={texts.secret}
          description={texts.secretDescription}
          value={secret}
          onChange={setSecret}
          autoComplete="off"
          isCode
        />
        <TextField
          label={texts.previous}
          description={texts.previousDescription}
          value={otherSecret}
          onChange={setOtherSecret}
          autoComplete="off"
          isCode
          isOptional
        />
        <Select
          label={texts.time}
          value={time}
          onChange={setTime}
          options={Object.entries(texts.times) as ["now" | "signed", string][]}
        />
        <div role="status" aria-label={texts.result}>
          {verdict === undefined ? <Notice>{texts.empty}</Notice> : <Result verdict={verdict} />}
        </div>
        {verdict?.kind === "wrong" && verdict.computed !== undefined && (
          <CodeBlock name={texts.computed} text={`v1=${verdict.computed}`} isWrapped />
        )}
      </div>
    </>
  );
}

function Result({ verdict }: { verdict: Verdict }) {
  switch (verdict.kind) {
    case "valid":
      return <Notice kind="success">{verdict.withPrevious ? texts.validPrevious : texts.valid}</Notice>;
    case "stale": {
      const age = durationOf(Math.abs(verdict.seconds));
      return <Notice kind="warning">{verdict.seconds > 0 ? texts.tooOld(age) : texts.future(age)}</Notice>;
    }
    case "short":
      return <Notice kind="error">{texts.mistakes.shortSignature(verdict.digits)}</Notice>;
    case "wrong":
      return <Notice kind="error">{texts.mistakes[verdict.mistake]}</Notice>;
  }
}

function durationOf(seconds: number): string {
  const [value, unit] =
    seconds < 7_200
      ? [seconds / 60, "minute"]
      : seconds < 172_800
        ? [seconds / 3_600, "hour"]
        : [seconds / 86_400, "day"];
  return new Intl.NumberFormat("en-GB", {
    style: "unit",
    unit: unit as string,
    unitDisplay: "long",
    maximumFractionDigits: 0,
  }).format(value as number);
}
