import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { TextField } from "../components/forms/fields.tsx";
import { CodeBlock } from "../components/values/code-block.tsx";
import { ToList } from "../components/layout/to-list.tsx";
import { Loaded } from "../components/messages/loaded.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { ScreenSkeleton } from "../components/messages/states.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Select } from "../components/forms/select.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { mistakes } from "./mistakes.ts";
import { attemptQuery } from "./webhooks-queries.ts";
import { verifySignature, type Verdict } from "./verify-signature.ts";

/**
 * Checks a signature, and finds the mistake if it is wrong. Pasted values stay in this browser. A link from an attempt
 * fills in its signature and body.
 */
export function Playground() {
  const { event, attempt } = useSearch({ strict: false }) as { event?: string; attempt?: string };
  return (
    <>
      <PageHeader
        title="Signature playground"
        text="Paste what your server received. Everything runs in this browser; nothing is sent."
        parent={<ToList to="/$environment/developers/webhooks">Webhooks</ToList>}
      />
      {event === undefined || !/^[1-9]\d{0,8}$/.test(attempt ?? "") ? (
        <Fields header="" body="" />
      ) : (
        <OfAttempt event={event} number={Number(attempt)} />
      )}
    </>
  );
}

function OfAttempt({ event, number }: { event: string; number: number }) {
  return (
    <Loaded
      query={useQuery(attemptQuery(useEnvironment(), event, number))}
      placeholder={<ScreenSkeleton hasTitle />}
    >
      {({ requestHeaders, requestBody }) => (
        <Fields header={requestHeaders["x-service-signature"] ?? ""} body={requestBody} isOld />
      )}
    </Loaded>
  );
}

/** `isOld`: the values were signed some time ago, so their age does not matter. */
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
    <div className="medium stack">
      <TextField
        label="Header x-service-signature"
        placeholder="t=1700000000,v1=…"
        value={header}
        onChange={setHeader}
        isCode
        rows={2}
      />
      <TextField label="Body, exactly as received" value={body} onChange={setBody} isCode rows={7} />
      <TextField
        label="Signing secret"
        description="It starts with whsec_. The whole string is the key."
        value={secret}
        onChange={setSecret}
        autoComplete="off"
        isCode
      />
      <TextField
        label="Another secret to try"
        description="The one before the last rotation, or the other environment’s."
        value={otherSecret}
        onChange={setOtherSecret}
        autoComplete="off"
        isCode
        isOptional
      />
      <Select
        label="Compare the timestamp with"
        value={time}
        onChange={setTime}
        options={[
          ["now", "The current time"],
          ["signed", "Nothing (ignore its age)"],
        ]}
      />
      <div role="status" aria-label="Result">
        {verdict === undefined ? (
          <Notice>Enter the header, the body and the secret.</Notice>
        ) : (
          <Result verdict={verdict} />
        )}
      </div>
      {verdict?.kind === "wrong" && verdict.computed !== undefined && (
        <CodeBlock
          name="Signature computed with this secret and body"
          text={`v1=${verdict.computed}`}
          isWrapped
        />
      )}
    </div>
  );
}

function Result({ verdict }: { verdict: Verdict }) {
  switch (verdict.kind) {
    case "valid":
      return (
        <Notice kind="success">
          {verdict.withPrevious
            ? "Valid with the old secret (v1_prev), which works until the overlap ends."
            : "The signature is valid."}
        </Notice>
      );
    case "stale": {
      const age = durationOf(Math.abs(verdict.seconds));
      return (
        <Notice kind="warning">
          {verdict.seconds > 0
            ? `The signature matches, but it’s ${age} old; the limit is 5 minutes. The request was delayed or replayed, or your clock is ahead.`
            : `The signature matches, but it’s ${age} in the future. Your clock is behind.`}
        </Notice>
      );
    }
    case "short":
      return (
        <Notice kind="error">
          {`v1 has ${verdict.digits} digits; a SHA-256 has 64. It was cut off, or another hash was used.`}
        </Notice>
      );
    case "wrong":
      return <Notice kind="error">{mistakes[verdict.mistake]}</Notice>;
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
